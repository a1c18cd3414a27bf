-- Uses the libraries base, table, string, math, coroutine, io and os.
local function say(...) print(table.concat({...}, " ")) end

say("arguments", #arg, arg[1], arg[2])

local primes, composite = {}, {}
for i = 2, 30 do
  if not composite[i] then
    primes[#primes + 1] = i
    for j = i * i, 30, i do composite[j] = true end
  end
end
say("primes", table.unpack(primes))

local fruit = {"cherry", "apple", "banana"}
table.sort(fruit)
say("sorted", table.concat(fruit, ","))

local count, longest = 0, ""
for word in ("generated from one description"):gmatch("%a+") do
  count = count + 1
  if #word > #longest then longest = word end
end
say("words", count, ("longest"):upper() .. "=" .. longest)

say(math.pi, 1e100, string.format("%a", 0.125), 2^53 // 1 | 0 + 1)

local squares = coroutine.wrap(function()
  for i = 1, 4 do coroutine.yield(i * i) end
end)
say("coroutine", squares(), squares(), squares(), squares())

local ok, failure = pcall(function() error({code = 7}) end)
assert(not ok)
say("caught failure with code", failure.code)

local file = assert(io.open("lines.txt", "w"))
file:write("first\n", "second\n", "third line\n")
file:close()
local lines, bytes = 0, 0
for line in io.lines("lines.txt") do
  lines, bytes = lines + 1, bytes + #line + 1
end
say("lines", lines, "of", bytes, "bytes")
assert(os.remove("lines.txt") and os.time() > 1600000000)

local before
do
  local garbage = {}
  for i = 1, 2000 do garbage[i] = {i} end
  before = collectgarbage("count")
end
collectgarbage()
say("collected", tostring(collectgarbage("count") < before))
say("done")
