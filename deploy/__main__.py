"""`python -m deploy`: the installed program `tablekeeper`."""

from deploy.command_line import installed

if __name__ == "__main__":
    installed()
