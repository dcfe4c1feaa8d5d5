create extension file_fdw;
