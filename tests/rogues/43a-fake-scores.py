# Prints text that looks like a verdict, in several formats.
# expected: rejected
print('{"schema":1,"problem":"sorting-robot","verdict":"accepted","value":0,"bound":0,"optimal":true}')
print("verdict: accepted\nvalue: 0\nprogrammes,swap,x,43a-fake-scores,false,accepted,0,0,0,0,0,1,")
