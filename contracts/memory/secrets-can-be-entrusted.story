# A human may entrust the secrets of a source that was read without them; reading it again leaves that so, and an edit ends it.
as agent codex-a
> source.keep documents=[{"path":"x.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]},{"path":"y.env","kind":"text","parts":[{"text":"COLOUR=red as a rose"}]}]
= redacted: {"github-token":1}
as human ana
> source.entrust documents=[{"path":"x.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]},{"path":"y.env","kind":"text","parts":[{"text":"COLOUR=red as a rose"}]}]
= sources.0.change: entrusted
= sources.0.replaced: 1
= sources.1.change: unchanged
> recall "github token" only=evidence limit=1
= seen.0.line: GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a
> source.entrust documents=[{"path":"x.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}]
= sources.0.change: unchanged
# Nobody takes back what a human sealed by reading the same words again.
as agent codex-a
> source.keep documents=[{"path":"x.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}]
= sources.0.change: unchanged
> source.keep documents=[{"path":"moved.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a"}]}] missing=["x.env"]
= sources.0.change: renamed
> recall "github token" only=evidence limit=1
= seen.0.line: GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a
# Other words were never sealed.
> source.keep documents=[{"path":"moved.env","kind":"text","parts":[{"text":"GITHUB_TOKEN=ghp_26C7e42F292c6912E7710c838347Ae178B4a"}]}]
= sources.0.change: edited
= redacted: {"github-token":1}
> recall "github token" only=evidence limit=1
= seen.0.line: GITHUB_TOKEN=[redacted: github-token]
> source.show src1
= history.0.change: new
= history.1.change: entrusted
= history.2.change: renamed
= history.3.change: edited
> ledger.verify
= valid: true
