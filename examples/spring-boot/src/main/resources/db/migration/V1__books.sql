create table books (
  title text primary key,
  stock integer not null check (stock >= 0)
);

insert into books values ('Persuasion', 3), ('Emma', 1);
