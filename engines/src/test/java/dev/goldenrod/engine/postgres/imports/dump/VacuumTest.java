package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.postgres.imports.dump.Vacuum.Table;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VacuumTest {
  @Test
  void small_tables_are_vacuumed_together() {
    List<Table> tables =
        IntStream.range(0, 120).mapToObj(number -> new Table("t" + number, 1)).toList();

    assertThat(Vacuum.batches(tables)).extracting(List::size).containsExactly(50, 50, 20);
  }

  @Test
  void a_large_table_is_vacuumed_alone() {
    List<Table> tables =
        List.of(
            new Table("huge", 100_000),
            new Table("large", 2000),
            new Table("medium", 600),
            new Table("less", 500),
            new Table("small", 10));

    assertThat(Vacuum.batches(tables))
        .containsExactly(
            List.of("huge"), List.of("large"), List.of("medium"), List.of("less", "small"));
  }

  @Test
  void nothing_is_vacuumed_without_tables() {
    assertThat(Vacuum.batches(List.of())).isEmpty();
  }
}
