create table books (title text not null);
insert into books values ('Persuasion');
