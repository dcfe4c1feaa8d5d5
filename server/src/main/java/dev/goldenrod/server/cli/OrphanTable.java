package dev.goldenrod.server.cli;

import dev.goldenrod.database.Resources;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.orphan.Orphan.Kind;
import dev.goldenrod.port.VersionRef;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Formats orphans as a table with a header line. */
record OrphanTable(List<Orphan> orphans) {
  private static final List<String> HEADINGS =
      List.of(
          "ID",
          "KIND",
          "NAME",
          "ENGINE",
          "SIZE",
          "ENDPOINT",
          "FOUND",
          "DELETED AFTER",
          "RESTORED AS",
          "REFERENCE");

  private static final String GAP = "  ";
  private static final String UNKNOWN = "-";
  private static final int MIB_PER_GIB = 1024;
  private static final long BYTES_PER_MIB = 1L << 20;
  private static final double CPU_MILLIS = 1000;

  List<String> lines() {
    List<List<String>> rows =
        Stream.concat(Stream.of(HEADINGS), orphans.stream().map(OrphanTable::row)).toList();
    int[] widths = IntStream.range(0, HEADINGS.size()).map(column -> width(rows, column)).toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String value = row.get(column);
      line.append(value).append(" ".repeat(widths[column] - value.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private static List<String> row(Orphan orphan) {
    Orphan.Engine engine = orphan.facts().engine();
    return Stream.of(
            orphan.id().toString(),
            orphan.kind().wireName(),
            name(orphan),
            (engine.type() + " " + engine.release()).strip(),
            size(orphan),
            orphan.endpoint(),
            seconds(orphan.foundAt()),
            seconds(orphan.deleteAt()),
            restoredAs(orphan),
            orphan.reference())
        .map(value -> value.isEmpty() ? UNKNOWN : value)
        .toList();
  }

  private static String name(Orphan orphan) {
    return switch (orphan.kind()) {
      case DATABASE -> orphan.facts().name();
      case SNAPSHOT -> orphan.facts().name().isEmpty() ? "" : "of " + orphan.facts().name();
      case COPY -> VersionRef.parse(orphan.reference()).golden();
      case VERSION, IMPORT -> "";
    };
  }

  /** Returns the resource limits of a database or the data size of a snapshot. */
  private static String size(Orphan orphan) {
    Resources resources = orphan.facts().resources();
    long bytes = orphan.facts().sizeBytes();
    if (orphan.kind() == Kind.SNAPSHOT) {
      return bytes == 0 ? "" : "%d MiB of data".formatted(bytes / BYTES_PER_MIB);
    }
    return resources == null ? "" : text(resources);
  }

  private static String text(Resources resources) {
    String storage =
        resources.storageMib() == 0 ? "" : " storage " + amount(resources.storageMib());
    String cpu = resources.cpuMillis() == 0 ? "" : " cpu " + cores(resources.cpuMillis());
    return "memory " + amount(resources.memoryMib()) + storage + cpu;
  }

  private static String amount(int mib) {
    return mib % MIB_PER_GIB == 0 ? mib / MIB_PER_GIB + "g" : mib + "m";
  }

  private static String cores(int millis) {
    String exact = Double.toString(millis / CPU_MILLIS);
    return exact.endsWith(".0") ? exact.substring(0, exact.length() - 2) : exact;
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String restoredAs(Orphan orphan) {
    return switch (orphan.kind()) {
      case DATABASE ->
          orphan.endpoint().isEmpty() ? "nothing: it never ran" : "database, unchanged";
      case SNAPSHOT -> "database created from it";
      case VERSION, COPY -> "golden";
      case IMPORT -> "nothing: import again";
    };
  }
}
