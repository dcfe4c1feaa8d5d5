package dev.goldenrod.server.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The sample database of customers and purchases, in the source and its clones. */
final class Shop {
  private static final String TABLES =
      """
      CREATE TYPE order_state AS ENUM ('open', 'paid', 'shipped');
      CREATE TABLE customer (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL UNIQUE);
      CREATE TABLE purchase (
        id bigserial PRIMARY KEY,
        customer_id int NOT NULL REFERENCES customer,
        state order_state NOT NULL,
        amount numeric(10, 2) NOT NULL,
        ordered_at timestamptz NOT NULL);
      CREATE INDEX ON purchase (customer_id);
      CREATE VIEW turnover AS
        SELECT date_trunc('month', ordered_at) AS month, sum(amount) FROM purchase GROUP BY 1;
      INSERT INTO customer (name, email)
        SELECT 'Customer ' || n, 'customer' || n || '@example.org' FROM generate_series(1, 2000) n;
      """;

  private static final String PURCHASES =
      """
      INSERT INTO purchase (customer_id, state, amount, ordered_at)
        SELECT 1 + n %% 2000,
               (ARRAY['open', 'paid', 'shipped'])[1 + n %% 3]::order_state,
               (n * 37 %% 90000) / 100.0,
               timestamptz '2026-01-01' + n * interval '5 minutes'
        FROM generate_series(1, %d) n
      """;

  private static final String ADDRESSES =
      """
      CREATE TABLE address (customer_id int PRIMARY KEY REFERENCES customer, city text NOT NULL);
      ALTER TABLE customer ADD COLUMN vip boolean DEFAULT false NOT NULL;
      INSERT INTO address SELECT id, 'Turin' FROM customer;
      """;

  private Shop() {}

  static void create(Connection connection) throws SQLException {
    execute(connection, TABLES);
  }

  static void order(Connection connection, int purchases) throws SQLException {
    execute(connection, PURCHASES.formatted(purchases));
  }

  static long forgetAll(Connection connection) throws SQLException {
    execute(connection, "TRUNCATE purchase");
    return purchases(connection);
  }

  static long addAddresses(Connection connection) throws SQLException {
    execute(connection, ADDRESSES);
    return addresses(connection);
  }

  /** Returns the number of addresses; 0 if the table does not exist. */
  static long addresses(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT to_regclass('address') IS NOT NULL")) {
      row.next();
      return row.getBoolean(1) ? count(connection, "address") : 0;
    }
  }

  static long purchases(Connection connection) throws SQLException {
    return count(connection, "purchase");
  }

  private static long count(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
