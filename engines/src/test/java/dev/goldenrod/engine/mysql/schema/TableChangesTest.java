package dev.goldenrod.engine.mysql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableChangesTest {
  private static final String ITEM =
      """
      CREATE TABLE `item` (
        `id` int NOT NULL,
        `name` varchar(20) DEFAULT 'it''s, (a
      ) thing',
        `shop` int DEFAULT NULL,
        PRIMARY KEY (`id`),
        KEY `by,name` (`name`),
        KEY `shop` (`shop`),
        CONSTRAINT `of` FOREIGN KEY (`shop`) REFERENCES `shop` (`id`),
        CONSTRAINT `some` CHECK ((`id` > 0))
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4\
      """;

  @Test
  void a_table_is_taken_apart_at_its_own_lines() {
    TableDefinition item = TableDefinition.parse(ITEM);

    assertThat(item.columns())
        .containsOnlyKeys("`id`", "`name`", "`shop`")
        .containsEntry("`name`", "`name` varchar(20) DEFAULT 'it''s, (a\n) thing'");
    assertThat(item.keys()).containsOnlyKeys("PRIMARY", "`by,name`", "`shop`");
    assertThat(item.checks()).containsEntry("`some`", "CONSTRAINT `some` CHECK ((`id` > 0))");
    assertThat(item.foreignKeys()).containsOnlyKeys("`of`");
    assertThat(item.options()).isEqualTo("ENGINE=InnoDB DEFAULT CHARSET=utf8mb4");
  }

  @Test
  void a_changed_foreign_key_is_dropped_and_made_anew() {
    assertThat(changes(ITEM.replace("`shop` (`id`),", "`shop` (`id`) ON DELETE CASCADE,")))
        .containsExactly(
            "ALTER TABLE `item` DROP FOREIGN KEY `of`",
            "ALTER TABLE `item` ADD CONSTRAINT `of` FOREIGN KEY (`shop`) REFERENCES `shop` (`id`)"
                + " ON DELETE CASCADE");
  }

  @Test
  void columns_are_added_moved_and_changed_in_one_statement() {
    String wanted =
        ITEM.replace("  `id` int NOT NULL,\n", "  `new` date,\n  `id` bigint NOT NULL,\n")
            .replace("  `shop` int DEFAULT NULL,\n", "  `last` int,\n");

    assertThat(changes(wanted))
        .containsExactly(
            "ALTER TABLE `item` DROP COLUMN `shop`, ADD COLUMN `new` date FIRST,"
                + " MODIFY COLUMN `id` bigint NOT NULL, ADD COLUMN `last` int");
  }

  @Test
  void what_counts_up_gets_its_key_at_once() {
    assertThat(changes(ITEM.replace("`id` int NOT NULL", "`id` int NOT NULL AUTO_INCREMENT")))
        .containsExactly("ALTER TABLE `item` MODIFY COLUMN `id` int NOT NULL AUTO_INCREMENT");
    assertThat(
            changes(
                ITEM.replace("  PRIMARY KEY (`id`),\n", "  PRIMARY KEY (`n`),\n")
                    .replace("`id` int NOT NULL,\n", "`id` int NOT NULL,\n  `n` int,\n")))
        .containsExactly(
            "ALTER TABLE `item` ADD COLUMN `n` int AFTER `id`, DROP PRIMARY KEY,"
                + " ADD PRIMARY KEY (`n`)");
  }

  @Test
  void keys_checks_and_options_change_each_by_itself() {
    String wanted =
        ITEM.replace("KEY `by,name` (`name`)", "UNIQUE KEY `by,name` (`name`)")
            .replace("> 0", "> 1")
            .replace("=utf8mb4", "=latin1");

    assertThat(changes(wanted))
        .containsExactly(
            "ALTER TABLE `item` DROP CHECK `some`",
            "ALTER TABLE `item` DROP KEY `by,name`",
            "ALTER TABLE `item` ADD UNIQUE KEY `by,name` (`name`)",
            "ALTER TABLE `item` ADD CONSTRAINT `some` CHECK ((`id` > 1))",
            "ALTER TABLE `item` ENGINE=InnoDB DEFAULT CHARSET=latin1");
  }

  @Test
  void foreign_keys_make_way_for_other_types_of_their_columns() {
    String shop =
        "CREATE TABLE `shop` (\n  `id` int NOT NULL,\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB";
    Map<String, TableDefinition> from =
        Map.of("`item`", TableDefinition.parse(ITEM), "`shop`", TableDefinition.parse(shop));
    Map<String, TableDefinition> to =
        Map.of(
            "`item`",
            TableDefinition.parse(ITEM),
            "`shop`",
            TableDefinition.parse(shop.replace("`id` int", "`id` bigint")));

    assertThat(statements(from, to))
        .containsExactly(
            "ALTER TABLE `item` DROP FOREIGN KEY `of`",
            "ALTER TABLE `shop` MODIFY COLUMN `id` bigint NOT NULL",
            "ALTER TABLE `item` ADD CONSTRAINT `of` FOREIGN KEY (`shop`) REFERENCES `shop` (`id`)");
  }

  @Test
  void tables_that_are_to_go_let_each_other_go() {
    assertThat(statements(Map.of("`item`", TableDefinition.parse(ITEM)), Map.of()))
        .containsExactly("ALTER TABLE `item` DROP FOREIGN KEY `of`");
    assertThat(TableDefinition.withoutForeignKeys(ITEM))
        .doesNotContain("FOREIGN KEY")
        .contains("KEY `shop` (`shop`),\n  CONSTRAINT `some`");
  }

  @Test
  void a_column_becomes_virtual_or_stops_being_so_by_being_made_anew() {
    String virtual = "`shop` int GENERATED ALWAYS AS (`id`) VIRTUAL";

    assertThat(changes(ITEM.replace("`shop` int DEFAULT NULL", virtual)))
        .contains(
            "ALTER TABLE `item` DROP COLUMN `shop`, ADD COLUMN " + virtual.concat(" AFTER `name`"));
  }

  @Test
  void partitions_and_comments_end_by_name() {
    String options = "=utf8mb4 COMMENT='x'\n/*!50100 PARTITION BY HASH (`id`) */";

    assertThat(statements(ITEM.replace("=utf8mb4", options), ITEM))
        .containsExactly(
            "ALTER TABLE `item` REMOVE PARTITIONING",
            "ALTER TABLE `item` COMMENT='' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4");
  }

  private static List<String> changes(String wanted) {
    return statements(ITEM, wanted);
  }

  private static List<String> statements(String from, String to) {
    return statements(
        Map.of("`item`", TableDefinition.parse(from)), Map.of("`item`", TableDefinition.parse(to)));
  }

  private static List<String> statements(
      Map<String, TableDefinition> from, Map<String, TableDefinition> to) {
    return TableChanges.between(from, to).stream()
        .flatMap(change -> change.statements().stream())
        .toList();
  }
}
