package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.local.engine.CachedMySql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MySQL schema changes that can lose data, or that depend on session settings. */
@Tag("slow")
class AwkwardMySqlSchemasTest extends RealServersFixture {
  @Test
  void a_trigger_is_made_once_in_the_mode_it_was_written_in() throws Exception {
    create("till", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell("till", "CREATE TABLE sale (id int AUTO_INCREMENT PRIMARY KEY, cents int)");
    branch("till", "next");
    shell(
        "next",
        "CREATE TRIGGER dear BEFORE INSERT ON sale FOR EACH ROW SET NEW.cents = NEW.cents + 1");

    String sql = changes("next");

    assertThat(sql)
        .contains("1 of 1 statements worked, 0 objects still differ, 0 statements can lose data");
    becomes("till", "next", sql);
  }

  @Test
  void narrower_columns_tell_what_they_lose_and_nothing_is_cut() throws Exception {
    create("till", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell(
        "till",
        """
        CREATE TABLE sale (id bigint PRIMARY KEY, name varchar(80), price decimal(10, 4),
          at datetime(3), kind enum('a', 'b', 'c'), note text, plain varchar(10), half int);
        INSERT INTO sale VALUES (1, 'assam', 1.2345, '2026-01-01 10:00:00.123', 'a', 'x', 'y', 2),
          (2, NULL, 2, '2026-01-02', 'b', NULL, 'z', 3);
        CREATE TABLE gone SELECT * FROM sale;
        CREATE TABLE kept (name varchar(20));
        INSERT INTO kept VALUES ('darjeeling');
        """);
    branch("till", "next");
    shell(
        "next",
        """
        DELETE FROM kept;
        ALTER TABLE kept MODIFY name varchar(5);
        ALTER TABLE sale MODIFY id int, MODIFY name varchar(10), MODIFY price decimal(10, 2),
          MODIFY at date, MODIFY kind enum('a', 'b'), DROP note, MODIFY plain varchar(20),
          MODIFY half int GENERATED ALWAYS AS (id / 2) STORED;
        DROP TABLE gone;
        """);

    String sql = changes("next");

    assertThat(sql)
        .contains("1 objects still differ", "2 statements can lose data")
        .contains("-- loses data: table `gone`: 2 rows\nDROP TABLE `gone`;")
        .contains("-- loses data: column `note` of `sale`: 2 rows, 1 of them with a value\n")
        .contains(
            "-- loses data: column `name` of `sale`, from varchar(80) to varchar(10): 0 values change, of 2 rows, 1 nulls, the longest value has 5 characters\n")
        .contains("from decimal(10,4) to decimal(10,2): 1 values change")
        .contains("from datetime(3) to date: 1 values change")
        .contains("from enum('a','b','c') to enum('a','b'): 0 values change")
        .contains("-- loses data: column `half` of `sale`: 2 rows, 2 of them with a value\n")
        .contains("-- FAILED when tried: ", "Data truncated for column 'name'")
        .doesNotContain("loses data: column `plain`");
    shell("till", sql);
    assertThat(query("till", "SELECT name FROM kept")).isEqualTo("darjeeling");
    assertThat(query("till", "SELECT CONCAT(id, name, price, at, plain) FROM sale"))
        .isEqualTo("1assam1.232026-01-01y");
  }

  @Test
  void foreign_keys_are_validated() throws Exception {
    create("till", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell(
        "till",
        """
        CREATE TABLE shop (id int PRIMARY KEY);
        CREATE TABLE sale (id int PRIMARY KEY, shop int, KEY (shop));
        CREATE TABLE tea (id int PRIMARY KEY, shop int,
          CONSTRAINT sold FOREIGN KEY (shop) REFERENCES shop (id));
        CREATE TABLE x (id int PRIMARY KEY, y int);
        CREATE TABLE y (id int PRIMARY KEY, x int, FOREIGN KEY (x) REFERENCES x (id));
        ALTER TABLE x ADD FOREIGN KEY (y) REFERENCES y (id);
        INSERT INTO shop VALUES (1);
        INSERT INTO sale VALUES (1, 7);
        INSERT INTO tea VALUES (1, 1);
        """);
    branch("till", "next");
    shell(
        "next",
        """
        DELETE FROM sale;
        ALTER TABLE sale ADD CONSTRAINT made FOREIGN KEY (shop) REFERENCES shop (id);
        SET foreign_key_checks = 0;
        DROP TABLE x, y;
        CREATE TABLE a (id int PRIMARY KEY, b int, FOREIGN KEY (b) REFERENCES b (id));
        CREATE TABLE b (id int PRIMARY KEY, a int, FOREIGN KEY (a) REFERENCES a (id));
        """);

    String sql = changes("next");

    assertThat(sql)
        .contains("1 objects still differ")
        .contains("-- FAILED when tried: ", "a foreign key constraint fails")
        .contains("-- NOT EXPRESSED: TABLE `sale`")
        .doesNotContain("foreign_key_checks");
    shell("till", sql);
    shell("till", "DELETE FROM sale");
    becomes("till", "next", changes("next"));
    create("copy", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell("copy", control.schemas().ddl(ada, "next").join());
    SqlClients clients = new SqlClients(dataDir);
    assertThat(clients.mysqlDump(login("copy"))).isEqualTo(clients.mysqlDump(login("next")));
  }

  @Test
  void columns_of_foreign_keys_change_with_them() throws Exception {
    create("till", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell(
        "till",
        """
        CREATE TABLE shop (id int PRIMARY KEY);
        CREATE TABLE tea (id int PRIMARY KEY, shop int,
          CONSTRAINT sold FOREIGN KEY (shop) REFERENCES shop (id) ON DELETE CASCADE);
        INSERT INTO shop VALUES (1);
        INSERT INTO tea VALUES (1, 1);
        """);
    branch("till", "next");
    shell(
        "next",
        """
        ALTER TABLE tea DROP FOREIGN KEY sold;
        ALTER TABLE shop MODIFY id bigint;
        ALTER TABLE tea MODIFY shop bigint,
          ADD CONSTRAINT sold FOREIGN KEY (shop) REFERENCES shop (id) ON DELETE CASCADE;
        """);

    String sql = changes("next");

    assertThat(sql).contains("0 objects still differ, 0 statements can lose data");
    becomes("till", "next", sql);
    assertThat(query("till", "SELECT shop FROM tea")).isEqualTo("1");
  }

  @Test
  void what_depends_on_the_session_or_on_other_objects_is_made_as_it_is() throws Exception {
    create("till", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell(
        "till",
        """
        CREATE TABLE item (id int PRIMARY KEY, n int, twice int AS (n * 2), KEY n (n),
          CONSTRAINT some CHECK (n > 0));
        INSERT INTO item (id, n) VALUES (1, 2);
        CREATE VIEW a AS SELECT id FROM item;
        CREATE VIEW b AS SELECT id FROM item;
        CREATE VIEW a_on_b AS SELECT id FROM b;
        CREATE PROCEDURE said() SELECT 'a';
        CREATE PROCEDURE letters() SELECT 'a';
        """);
    branch("till", "next");
    shell(
        "next",
        """
        ALTER DATABASE CHARACTER SET latin1 COLLATE latin1_general_ci;
        ALTER TABLE item ALTER CHECK some NOT ENFORCED, ALTER INDEX n INVISIBLE,
          DROP COLUMN twice, ADD COLUMN twice int AS (n * 2) STORED, COMMENT 'new';
        CREATE OR REPLACE SQL SECURITY INVOKER VIEW b AS SELECT id, n FROM item;
        CREATE OR REPLACE VIEW a_on_b AS SELECT id, n FROM b;
        SET sql_mode = 'ANSI_QUOTES';
        DROP PROCEDURE said;
        CREATE PROCEDURE said() SELECT "n" FROM item;
        SET sql_mode = DEFAULT;
        DROP PROCEDURE letters;
        SET NAMES latin1;
        CREATE PROCEDURE letters() SELECT 'b';
        SET NAMES utf8mb4;
        SET time_zone = '+03:00';
        CREATE EVENT daily ON SCHEDULE EVERY 1 DAY STARTS '2036-01-01 04:00:00' DO SELECT 1;
        """);

    String sql = changes("next");

    assertThat(sql)
        .contains("0 objects still differ, 0 statements can lose data")
        .doesNotContain("FAILED");
    becomes("till", "next", sql);
    assertThat(query("till", "SELECT CONCAT(n, twice) FROM item")).isEqualTo("24");
  }

  @Test
  void what_failed_leaves_neither_a_mode_nor_a_gap() throws Exception {
    create("till", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell(
        "till",
        """
        CREATE TABLE item (id int);
        INSERT INTO item VALUES (1), (1);
        CREATE TRIGGER a BEFORE INSERT ON item FOR EACH ROW SET NEW.id = 2;
        """);
    branch("till", "next");
    shell(
        "next",
        """
        DELETE FROM item;
        ALTER TABLE item ADD COLUMN code int, ADD PRIMARY KEY (id);
        DROP TRIGGER a;
        SET sql_mode = 'ANSI_QUOTES';
        CREATE TRIGGER a BEFORE INSERT ON item FOR EACH ROW SET NEW."code" = 2;
        SET sql_mode = DEFAULT;
        CREATE TRIGGER b BEFORE UPDATE ON item FOR EACH ROW SET NEW.id = "3";
        """);

    String sql = changes("next");

    assertThat(sql)
        .contains("2 objects still differ")
        .contains("-- NOT EXPRESSED: TABLE `item`", "-- NOT EXPRESSED: TRIGGER `a`")
        .contains("-- in 'till' afterwards: CREATE TRIGGER `a` BEFORE INSERT ON `item`");
    shell("till", sql);
    assertThat(
            query(
                "till",
                "SELECT GROUP_CONCAT(trigger_name ORDER BY 1) FROM"
                    + " information_schema.triggers WHERE trigger_schema = 'app' AND sql_mode NOT LIKE '%ANSI%'"))
        .isEqualTo("a,b");
  }

  @Test
  void tables_with_dates_of_zeros_change_and_are_made() throws Exception {
    create("till", DatabaseType.MYSQL, CachedMySql.RELEASE);
    shell(
        "till",
        """
        SET sql_mode = '';
        CREATE TABLE old (id int PRIMARY KEY, at datetime NOT NULL DEFAULT '0000-00-00 00:00:00');
        INSERT INTO old (id) VALUES (1);
        """);
    branch("till", "next");
    shell(
        "next",
        """
        SET sql_mode = '';
        ALTER TABLE old ADD COLUMN name varchar(10), ADD CHECK (id > 0);
        CREATE TABLE more LIKE old;
        """);

    String sql = changes("next");

    assertThat(sql)
        .contains("0 objects still differ, 0 statements can lose data")
        .doesNotContain("FAILED");
    becomes("till", "next", sql);
    assertThat(query("till", "SELECT CAST(at AS CHAR) FROM old")).isEqualTo("0000-00-00 00:00:00");
  }

  private static void becomes(String parent, String branch, String sql) throws Exception {
    shell(parent, sql);
    SqlClients clients = new SqlClients(dataDir);
    assertThat(clients.mysqlDump(login(parent))).isEqualTo(clients.mysqlDump(login(branch)));
    assertThat(changes(branch)).contains("The schemas are the same.");
  }

  private static void shell(String name, String script) throws Exception {
    new SqlClients(dataDir).mysql(login(name), script);
  }
}
