-- an older server knows no scopes: it takes a token that has some for one that may do all
alter table access_tokens add column scopes varchar not null default '';
