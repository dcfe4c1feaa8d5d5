package dev.goldenrod.dataplane.local.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DatabaseRecordTest {
  private static final UUID ID = new UUID(1, 2);
  private static final VersionRef VERSION = new VersionRef(new UUID(3, 4), "shop", 2, "local:x");

  static Stream<Origin> origins() {
    return Stream.of(
        new Origin.Blank("mysql", "8.0"),
        new Origin.Version(VERSION),
        new Origin.Snapshot(ID),
        new Origin.Database(ID));
  }

  @ParameterizedTest
  @MethodSource("origins")
  void a_record_is_read_as_it_was_written(Origin origin) throws IOException {
    DatabaseRecord record =
        DatabaseRecord.of(
            new DatabaseSpec(ID, origin, new Resources(512, 1024, 500), 3, false, null, "shop"),
            5433,
            70000);

    assertThat(DatabaseRecord.parse(record.json())).isEqualTo(record);
  }

  @Test
  void a_record_from_before_there_were_more_resources_than_memory_has_no_other_limit()
      throws IOException {
    String old =
        """
        {"spec": {"id": "%s", "namespace": "ns", "origin": {"kind": "database", "id": "%1$s"},
          "resources": {"memoryMib": 512}, "generation": 0, "running": true}, "port": 5433}
        """
            .formatted(ID);

    DatabaseRecord record = DatabaseRecord.parse(old.getBytes(StandardCharsets.UTF_8));

    assertThat(record.spec().resources()).isEqualTo(new Resources(512, 0, 0));
  }

  @Test
  void the_user_of_a_record_from_before_there_were_numbers_follows_from_the_first_port()
      throws IOException {
    String moved =
        """
        {"spec": {"id": "%s", "name": "", "origin": {"kind": "database", "id": "%1$s"},
          "resources": {"memoryMib": 512}, "generation": 0, "running": true}, "port": 5433,
          "userPort": 5432, "takeovers": 1, "startedMemoryMib": 0}
        """
            .formatted(ID);

    assertThat(DatabaseRecord.parse(moved.getBytes(StandardCharsets.UTF_8)).user()).isEqualTo(5432);
  }

  @Test
  void a_record_from_before_there_were_origins_is_a_running_clone() throws IOException {
    String old =
        """
        {"spec": {"id": "%s", "namespace": "ns", "size": "MEDIUM", "generation": 1, "version":
          {"goldenId": "%s", "golden": "shop", "version": 2, "handle": "local:x"}}, "port": 5433}
        """
            .formatted(ID, VERSION.goldenId());

    DatabaseRecord record = DatabaseRecord.parse(old.getBytes(StandardCharsets.UTF_8));

    assertThat(record.port()).isEqualTo(5433);
    assertThat(record.user()).isEqualTo(5433);
    assertThat(record.spec())
        .isEqualTo(
            new DatabaseSpec(
                ID,
                new Origin.Version(VERSION),
                InstanceSize.MEDIUM.resources(),
                1,
                true,
                null,
                ""));
  }
}
