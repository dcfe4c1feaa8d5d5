-- The first and the last row bound how many there are: a launch far below the caps counts none.
create index instances_by_seq on instances (seq);
