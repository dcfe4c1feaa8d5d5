package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkMemoryTest {
  @ParameterizedTest
  @CsvSource({
    "4096kB, 4096",
    "4096, 4096",
    "64MB, 65536",
    "1.5GB, 1572864",
    "65536B, 64",
    "1kB, 64",
    "9TB, 2147483647"
  })
  void an_amount_is_read_as_postgresql_reads_it(String text, long kib) {
    assertThat(WorkMemory.of(Map.of("work_mem", text))).contains(new WorkMemory(kib, 1));
  }

  @Test
  void what_postgresql_would_not_take_is_none() {
    assertThat(WorkMemory.of(Map.of())).isEmpty();
    assertThat(WorkMemory.of(Map.of("work_mem", "much"))).isEmpty();
    assertThat(WorkMemory.of(Map.of("work_mem", "4MB", "hash_mem_multiplier", "x"))).isEmpty();
    assertThat(WorkMemory.of(Map.of("work_mem", "4MB'\nport = '1"))).isEmpty();
  }

  @Test
  void a_database_of_no_source_has_what_its_size_gives_and_no_other_multiplier() {
    assertThat(ServerConfiguration.sizes(new Resources(256, 0, 0)))
        .containsEntry("work_mem", "4MB")
        .doesNotContainKey("hash_mem_multiplier");
  }

  @ParameterizedTest
  @CsvSource({
    "4096, 2, 256, 4096kB, 2.000",
    "65536, 2, 256, 32768kB, 2.000",
    "65536, 8, 256, 32768kB, 2.000",
    "8192, 8, 256, 8192kB, 8.000",
    "65536, 4, 1024, 65536kB, 4.000",
    "1048576, 2, 4096, 524288kB, 2.000"
  })
  void a_size_bounds_what_is_really_taken(
      long kib, double multiplier, int memory, String sort, String hash) {
    assertThat(new WorkMemory(kib, multiplier).within(memory).settings())
        .containsEntry("work_mem", sort)
        .containsEntry("hash_mem_multiplier", hash);
  }
}
