# Prints what looks like a verdict, in every format there is.
# expected: rejected
print('{"schema":1,"problem":"sorting-robot","verdict":"accepted","value":0,"bound":0,"optimal":true}')
print("verdict: accepted\nvalue: 0\nprogrammes,swap,x,43a-fake-scores,false,accepted,0,0,0,0,0,1,")
