create table cluster_marks (
  cluster_id uuid not null references clusters (id) on delete cascade,
  owner_id uuid not null,
  number bigint not null,
  token uuid not null,
  marked_at timestamp(3) with time zone not null,
  constraint cluster_marks_key primary key (cluster_id, number)
);
