package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.proof.ByteSearch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** Searches for the values of {@code gen.canary} in {@code masked-erp.sql}. */
final class LeakedCanaries {
  private static final int KINDS = 36;
  private static final int ROWS = 400;
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  /** All relations with rows, those of the catalog included. */
  private static final String READABLE =
      """
      SELECT c.oid::regclass::text FROM pg_class c
       WHERE c.relkind IN ('r', 'v', 'm', 'S', 't') AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1
      """;

  private final List<String> names = new ArrayList<>();
  private final ByteSearch search;

  LeakedCanaries() {
    List<byte[]> patterns = new ArrayList<>();
    for (int kind = 0; kind < KINDS; kind++) {
      for (int row = 0; row <= ROWS; row++) {
        names.add(kind + "/" + row);
        patterns.add(pattern(kind, row));
      }
    }
    search = ByteSearch.of(patterns);
  }

  /** Returns the digits of a canary, which are the same in lower case. */
  private static byte[] pattern(int kind, int row) {
    try {
      byte[] text = "canary %d %d".formatted(kind, row).getBytes(StandardCharsets.UTF_8);
      String digits = HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text));
      return digits.substring(0, 14).getBytes(StandardCharsets.UTF_8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the kinds of canaries, in the order of their numbers. */
  static Set<Integer> kinds(Set<String> found) {
    return found.stream()
        .map(name -> Integer.valueOf(name.substring(0, name.indexOf('/'))))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the canaries that files of the folder have as they are. */
  Set<String> in(Path folder) {
    return in(folder, content -> content);
  }

  /** Returns the canaries that are in compressed values. */
  Set<String> compressedIn(Path folder) {
    return in(folder, CompressedValues::new);
  }

  private interface Decoding {
    InputStream of(InputStream content);
  }

  private Set<String> in(Path folder, Decoding decoding) {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.addAll(inFile(file, decoding));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Set<String> inFile(Path file, Decoding decoding) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      return in(decoding.of(content));
    } catch (NoSuchFileException e) {
      return Set.of();
    }
  }

  Set<String> in(InputStream content) throws IOException {
    return search.search(content).stream()
        .map(match -> names.get(match.pattern()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  Set<String> in(String text) {
    return inBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private Set<String> inBytes(byte[] bytes) {
    try {
      return in(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a login can read. */
  record Readable(int relations, Set<String> canaries) {}

  /** Returns the canaries in all relations that the session's user may read. */
  Readable readableBy(Connection session) throws SQLException {
    Sql.run(session, "SET bytea_output = 'escape'");
    Set<String> found = new TreeSet<>();
    int read = 0;
    for (String relation : Sql.texts(session, READABLE)) {
      try {
        found.addAll(inRelation(session, relation));
        read++;
      } catch (SQLException e) {
        if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
          throw e;
        }
      }
    }
    return new Readable(read, found);
  }

  private Set<String> inRelation(Connection session, String relation) throws SQLException {
    CopyOut copy =
        session
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut("COPY (SELECT * FROM %s) TO STDOUT".formatted(relation));
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
      rows.writeBytes(row);
    }
    return inBytes(rows.toByteArray());
  }
}
