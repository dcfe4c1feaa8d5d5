-- what a cluster's data plane is, and which release runs it, as it was attached last
alter table clusters add column data_plane_kind varchar;
alter table clusters add column data_plane_version varchar;
