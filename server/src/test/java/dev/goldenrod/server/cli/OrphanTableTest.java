package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.orphan.Orphan.Engine;
import dev.goldenrod.orphan.Orphan.Facts;
import dev.goldenrod.orphan.Orphan.Kind;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OrphanTableTest {
  private static final UUID ID = new UUID(1, 2);
  private static final Engine MYSQL = new Engine("mysql", "8.0");
  private static final Instant FOUND = Instant.parse("2026-11-23T10:00:00.123Z");

  @Test
  void each_tells_what_the_data_plane_knew_of_it() {
    List<String> lines =
        new OrphanTable(
                List.of(
                    orphan(
                        Kind.DATABASE,
                        "7",
                        new Facts("shop", MYSQL, new Resources(512, 10_240, 500), 0),
                        "db.example:5433"),
                    orphan(Kind.SNAPSHOT, "8", new Facts("shop", MYSQL, null, 34L << 20), ""),
                    orphan(Kind.VERSION, "shop@2", Facts.UNKNOWN, "")))
            .lines();

    assertThat(lines.get(1))
        .isEqualTo(
            ID
                + "  database  shop     mysql 8.0  memory 512m storage 10g cpu 0.5"
                + "  db.example:5433  2026-11-23T10:00:00Z  2026-11-30T10:00:00Z"
                + "  database, unchanged       7");
    assertThat(lines.get(2))
        .contains("snapshot  of shop  mysql 8.0  34 MiB of data", "database created from it");
    assertThat(lines.get(3)).containsPattern("version   - +- +- +- +2026").endsWith("shop@2");
    assertThat(lines)
        .extracting(line -> line.indexOf("2026"))
        .containsOnly(-1, lines.get(1).indexOf("2026"));
  }

  private static Orphan orphan(Kind kind, String reference, Facts facts, String endpoint) {
    return new Orphan(
        ID, ID, ID, kind, reference, facts, endpoint, FOUND, Instant.parse("2026-11-30T10:00:00Z"));
  }
}
