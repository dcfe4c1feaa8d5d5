grant pg_execute_server_program to goldenrod;
