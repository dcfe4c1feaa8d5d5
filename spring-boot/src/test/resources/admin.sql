create role pgcrypto_reader;
