-- whether a cluster's agent left the server that was heard of last
alter table clusters add column away boolean default false not null;
