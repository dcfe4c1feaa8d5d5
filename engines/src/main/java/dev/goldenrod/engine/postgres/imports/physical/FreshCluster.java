package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.postgres.PostgresCluster;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.SingleUser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A data directory that {@code initdb} has just created with the programs of a copy. It shows
 * PostgreSQL's catalogs and extensions before any change. Closing deletes it.
 */
final class FreshCluster implements AutoCloseable {
  private static final String FOLDER = "fresh-cluster";
  private static final String SEPARATOR = "\u001f";
  private static final String ONLY_CATALOGS = "SET search_path = pg_catalog";

  /** Encoded, so that no value needs quoting. */
  private static final String ENCODED =
      "SELECT encode(convert_to(array_to_string(ARRAY[%s], chr(31), ''), 'UTF8'), 'hex') FROM (%s) q";

  private final DataDirectoryContext cluster;
  private final Map<List<String>, List<List<String>>> known = new HashMap<>();

  private FreshCluster(DataDirectoryContext cluster) {
    this.cluster = cluster;
  }

  /** Creates it beside a copy. Nothing of the copy may have run yet. */
  static FreshCluster beside(DataDirectoryContext copy) {
    copy.tools().remove(FOLDER);
    FreshCluster fresh =
        new FreshCluster(
            new DataDirectoryContext(
                copy.release(),
                copy.program(),
                copy.tools().makeFolder(FOLDER).resolve("data"),
                copy.files(),
                copy.tools(),
                copy.servers()));
    PostgresCluster.initdb(fresh.cluster);
    return fresh;
  }

  /**
   * Runs the statements and then a query, whose rows it returns, without committing.
   *
   * @param columns names of the query's columns, which are text; null becomes an empty string
   * @throws dev.goldenrod.port.DataPlaneException if a statement is refused; the message says why
   */
  List<List<String>> rows(List<String> statements, String columns, String query) {
    List<String> key = new ArrayList<>(statements);
    key.add(query);
    return known.computeIfAbsent(key, missing -> read(statements, columns, query));
  }

  private List<List<String>> read(List<String> statements, String columns, String query) {
    List<String> all = new ArrayList<>();
    all.add("BEGIN");
    all.addAll(statements);
    all.add(ONLY_CATALOGS);
    return new SingleUser(cluster)
        .rows(PostgresLogin.ADMINISTRATION, all, ENCODED.formatted(columns, query)).stream()
            .map(HexFormat.of()::parseHex)
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
            .map(text -> Arrays.asList(text.split(SEPARATOR, -1)))
            .toList();
  }

  @Override
  public void close() {
    cluster.tools().remove(FOLDER);
  }
}
