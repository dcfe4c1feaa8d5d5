-- where other servers reach the one that a cluster's data plane is connected to
alter table clusters add column server_url varchar;
