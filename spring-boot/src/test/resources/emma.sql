insert into books values ('Emma');
