import time,random
from tests.league.domain.night import Night, EVENING
from tests.league.domain.needing import *
from tests.league.domain.duels import play_pairs, CHESS
from league.domain.tournament.stage_commands import BeginStage
from league.domain.fields import read
from league.domain.tournament import commands as c
def cmp(n,goals,es,draws=False):
    for goal in goals:
        for e in es:
            a=counted(asked(n,e,goal)); b=tried_out(n,e,goal,draws=draws)
            assert a==b,(goal,e,a,b)
# byes
for seed in range(4):
    rnd=random.Random(seed)
    n=Night(*"abcdefg", table_size={"min":3,"max":3,"prefer":3}, tie_breaks=["wins"], points={"by_place":[3,1,0]})
    ps=list("abcdefg")
    for r in range(1+seed%2):
        rnd.shuffle(ps); n.play(" ".join(ps[:3])," ".join(ps[3:6]),byes=ps[6])
    rnd.shuffle(ps); n.give(" ".join(ps[:3])," ".join(ps[3:6]),byes=ps[6])
    cmp(n,("area:A","area:B","top:2"),[ps[0],ps[6],ps[4]])
    if seed%2:
        n.send(c.Drop(ps[1])) if hasattr(c,"Drop") else None
        cmp(n,("area:A","final:3"),[ps[0],ps[4]])
    print("byes",seed)
# draws
for seed in range(3):
    rnd=random.Random(seed)
    n=Night(*"abcdef", table_size={"min":2,"max":2}, tie_breaks=[["buchholz"],["direct_encounter"],["progressive","wins_played"]][seed], points=CHESS, format={"type":"swiss"})
    ps=list("abcdef")
    for r in range(2):
        rnd.shuffle(ps); play_pairs(n, ", ".join(f"{ps[i]}-{ps[i+1]} {rnd.choice(['1-0','0-1','½-½'])}" for i in (0,2,4)))
    rnd.shuffle(ps); n.give(*(f"{ps[i]} {ps[i+1]}" for i in (0,2,4)))
    cmp(n,("top:1","top:3","final:2"),ps[:4],draws=True)
    n.start(); n.report(2,**{ps[2]:1,ps[3]:1})
    cmp(n,("top:1","top:3","final:2"),ps[:4],draws=True)
    print("draws",seed)
# knockout
n=Night(*"abcdefgh", table_size={"min":2,"max":2}, format={"type":"knockout"}, tie_breaks=["wins"])
n.seat()
cmp(n,("top:4","top:8"),"ab")
n=Night(*"abcdefgh", table_size={"min":4,"max":4}, format={"type":"knockout","advance":2}, tie_breaks=["wins"])
n.seat(); n.start(); s=n.seats()[0]; n.report(1,**{s[0]:1,s[1]:2,s[2]:2,s[3]:4})
cmp(n,("top:4","top:2"),"abcdefgh")
print("ko")
# stage
for carry in ("none","half","all"):
    n=Night(*"abcdefgh", table_size={"min":3,"max":4,"prefer":4}, tie_breaks=["last_round","wins"])
    n.play("a b c d","e f g h"); n.play("a e c h","b f g d")
    n.send(read(BeginStage,{"top":6,"carry":carry,"table_size":{"min":3,"max":3}}))
    n.play_as_seated(); n.seat()
    cmp(n,("top:1","top:4","final:3","area:A"),[n.seats()[0][0],n.seats()[1][2]])
    print("stage",carry)
# best, low wins, penalty
n=Night(*"abcdef", table_size={"min":3,"max":3}, tie_breaks=["count_back"], points={"by_place":[1,2,3],"low_wins":True,"best":{"n":2,"of":"round"}})
n.play("a b c","d e f"); n.play("a d b","c e f"); n.send(c.Penalise("p1","a",-1,"x"))
n.give("a e c","b d f")
cmp(n,("top:1","top:2","area:A","final:3"),"abf")
print("low")
