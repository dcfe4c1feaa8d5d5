package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerConfigurationSizesTest {
  @ParameterizedTest
  @CsvSource({
    "256, 64MB, 192MB, 50, 4MB, 64MB, 16MB",
    "512, 128MB, 384MB, 71, 6MB, 91MB, 23MB",
    "1024, 256MB, 768MB, 100, 8MB, 128MB, 32MB",
    "2048, 512MB, 1536MB, 141, 11MB, 181MB, 45MB",
    "4096, 1024MB, 3072MB, 200, 16MB, 256MB, 64MB"
  })
  void sizes_follow_from_the_memory(
      int memory,
      String buffers,
      String cache,
      String connections,
      String work,
      String maintenance,
      String autovacuum) {
    assertThat(ServerConfiguration.sizes(new Resources(memory, 0, 0)))
        .containsEntry("shared_buffers", buffers)
        .containsEntry("effective_cache_size", cache)
        .containsEntry("max_connections", connections)
        .containsEntry("work_mem", work)
        .containsEntry("maintenance_work_mem", maintenance)
        .containsEntry("autovacuum_work_mem", autovacuum)
        .doesNotContainKey("max_parallel_workers");
  }

  @ParameterizedTest
  @CsvSource({"500, 1, 0", "1000, 1, 0", "2000, 2, 1", "4000, 4, 2"})
  void a_query_gets_no_more_workers_than_there_are_cores(int cpu, String all, String each) {
    assertThat(ServerConfiguration.sizes(new Resources(256, 0, cpu)))
        .containsEntry("max_parallel_workers", all)
        .containsEntry("max_parallel_workers_per_gather", each)
        .containsEntry("max_parallel_maintenance_workers", each);
  }

  @Test
  void wal_takes_no_more_than_an_eighth_of_the_storage() {
    assertThat(ServerConfiguration.sizes(new Resources(4096, 1024, 0)))
        .containsEntry("max_wal_size", "128MB");
    assertThat(ServerConfiguration.sizes(new Resources(256, 51200, 0)))
        .containsEntry("max_wal_size", "256MB");
  }
}
