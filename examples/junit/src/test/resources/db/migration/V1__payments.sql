create table payments (id bigint generated always as identity, amount numeric not null);
