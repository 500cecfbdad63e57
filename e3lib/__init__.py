"""e3lib: how much effort does a task deserve?

The path of the data is the list of files:

    task -> environment -> policies | e3 -> trajectory -> cost -> metrics -> tables | figures

task         the query, the repository as text, the changes that the check looks for
environment  eight tools over that text, a ledger, the check; run() lets a policy act
estimate     the initial operating point, from words and at most one search
policies     Max-Context-First, Fixed ReAct, Adaptive Retrieval, and the oracle
e3           Algorithm 1: Estimate, Execute, Expand
trajectory   the actions of a run; its cost is derived from them
cost         four axes, four weights, one price list
metrics      ACRR, and the means that the tables print
repository   small, believable repositories to exact sizes
bench        MSE-Bench: 121 tasks, and the same in held-out wording
study        every policy on every task

These need the standard library alone, so they run in a web page as well. What needs more stands
beside them:

robustness, ensemble, calibration, break_even    how sure the conclusions are
powerflow, llmcase    the two studies outside the simulator
measured              what real agents and commits do
reproduce, exhibits   every published number beside ours, every exhibit by name
tables, figures, cli  what a reader sees
exercises, labs       what a student does
"""
