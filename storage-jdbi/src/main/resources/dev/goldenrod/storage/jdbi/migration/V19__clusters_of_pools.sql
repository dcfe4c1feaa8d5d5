-- the cluster that a pool's clones are to be in, if it was asked for
alter table pools add column cluster_id uuid;
