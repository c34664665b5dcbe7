import time,random
from fractions import Fraction
from dataclasses import replace
from tests.league.domain.night import Night
from league.domain.needs import needs, goal_of
from league.domain.tournament.state import *
from league.domain.tournament.reports import Claim
from league.domain.scores import decided_score
from datetime import datetime,UTC
def field(n,rounds,size,chain,**kw):
    night=Night("x",tie_breaks=chain,table_size={"min":2,"max":12,"prefer":size},**kw)
    st=night.state
    st.entries.clear(); 
    for i in range(n):
        e=f"e{i:04}"; st.entries[e]=Entry(e,e,(),1,1,checked_in=True)
    rnd=random.Random(1); ids=list(st.entries)
    for r in range(1,rounds+2):
        rnd.shuffle(ids)
        tables=[Table(f"r{r}t{k}",f"r{r}",k+1,None,tuple(ids[k*size:(k+1)*size]),1) for k in range(n//size)]
        f=Round(f"r{r}",r,1,1,tables,(),{},1,state="running")
        st.rounds.append(f)
        if r<=rounds:
            for t in tables:
                pl={e:i+1 for i,e in enumerate(t.seats)}
                t.result=Result(Claim(pl,{e:100-i-rnd.randrange(50) for i,e in enumerate(t.seats)}),"table",datetime.now(UTC),None)
            f.score=decided_score(st,f); f.state="closed"
    return st
import sys; sys.set_int_max_str_digits(100000)
for n,r,s,chain,goals,kw in [(8,3,4,["wins","last_round","lot"],["top:1","area:A"],{}),(60,5,4,["wins","opponents","lot"],["top:4","area:A","area:C"],{}),
  (100,8,5,["opponents","buchholz"],["top:8","final:16"],{}),
  (2000,15,4,["wins","last_round","count_back","lot"],["top:10","top:1000","area:A","area:F"],{}),
  (2000,15,4,["opponents","wins"],["top:10","top:1000"],{}),
  (240,6,12,["wins"],["top:20"],{"points":{}}),
  (16,3,4,["lot"],["top:4"],{"points":{"raw":{}}}),(100,5,4,["lot"],["top:4"],{"points":{"raw":{}}}),
  (2000,15,4,[],["top:4"],{"points":{"share":True}}),
  (16,3,4,["game_points"],["top:4"],{}),
  ]:
    st=field(n,r,s,chain,**kw)
    from league.domain.standings import rows
    t=time.process_time(); rw=rows(st); base=time.process_time()-t
    for g in goals:
        goal=goal_of(g)
        stop=min(getattr(goal,"n",4),n)
        entry=rw[min(stop+1,n-1)].entry
        t=time.process_time(); a=needs(st,st.rounds[-1],entry,goal,st.held.table_size); d=time.process_time()-t
        print(n,r,s,chain,g,"rows %.3f needs %.2f"%(base,d),a.undecided_by)
        for x in a.needs: print("    ",x.place,x.verdict,x.method,*("10^%d"%(len(str(v))-1) if isinstance(v,int) and v>10**9 else v for v in (x.outcomes,x.reached,x.undecided)))
