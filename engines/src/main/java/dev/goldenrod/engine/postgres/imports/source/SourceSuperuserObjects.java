package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Extension;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.ExtensionTable;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.FunctionName;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Publication;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Schema;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Wrapper;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads from a source's catalogs what only a superuser can create. */
final class SourceSuperuserObjects {
  private static final int FIRST_WITH_SCHEMAS = 15;

  private static final String EXTENSIONS =
      """
      SELECT e.extname, n.oid, n.nspname FROM pg_catalog.pg_extension e
        JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
       WHERE e.extname <> 'plpgsql' ORDER BY e.oid
      """;

  private static final String TABLES =
      """
      SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_depend d
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
        JOIN pg_catalog.pg_class c ON c.oid = d.objid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
         AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
         AND d.deptype = 'e' AND c.relkind IN ('r', 'p', 'S') AND e.extname = ?
      """;

  private static final String PUBLICATIONS =
      """
      SELECT p.pubname, p.puballtables, p.pubviaroot,
             pg_catalog.concat_ws(', ', CASE WHEN p.pubinsert THEN 'insert' END,
               CASE WHEN p.pubupdate THEN 'update' END, CASE WHEN p.pubdelete THEN 'delete' END,
               CASE WHEN p.pubtruncate THEN 'truncate' END),
             pg_catalog.to_json(p) ->> 'pubgencols', p.oid
        FROM pg_catalog.pg_publication p ORDER BY p.pubname
      """;

  private static final String SCHEMAS =
      """
      SELECT n.oid, n.nspname FROM pg_catalog.pg_publication_namespace s
        JOIN pg_catalog.pg_namespace n ON n.oid = s.pnnspid
        JOIN pg_catalog.pg_publication p ON p.oid = s.pnpubid WHERE p.oid = ? ORDER BY 2
      """;

  private static final String WRAPPERS =
      """
      SELECT f.fdwname, f.fdwoptions,
             hn.nspname, h.proname, vn.nspname, v.proname,
             EXISTS (SELECT FROM pg_catalog.pg_proc p
                      WHERE p.oid IN (f.fdwhandler, f.fdwvalidator) AND p.oid >= 16384
                        AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
                             WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                               AND d.objid = p.oid AND d.deptype = 'e'))
        FROM pg_catalog.pg_foreign_data_wrapper f
        LEFT JOIN pg_catalog.pg_proc h ON h.oid = f.fdwhandler
        LEFT JOIN pg_catalog.pg_namespace hn ON hn.oid = h.pronamespace
        LEFT JOIN pg_catalog.pg_proc v ON v.oid = f.fdwvalidator
        LEFT JOIN pg_catalog.pg_namespace vn ON vn.oid = v.pronamespace
       WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
                          WHERE d.classid = 'pg_catalog.pg_foreign_data_wrapper'::pg_catalog.regclass
                            AND d.objid = f.oid AND d.deptype = 'e')
       ORDER BY 1
      """;

  private final Connection connection;

  SourceSuperuserObjects(Connection connection) {
    this.connection = connection;
  }

  /** In order of creation. */
  List<Extension> extensions() throws SQLException {
    List<Extension> found =
        Sql.list(
            connection,
            EXTENSIONS,
            row ->
                new Extension(
                    row.getString(1), new Schema(row.getLong(2), row.getString(3)), List.of()));
    List<Extension> extensions = new ArrayList<>();
    for (Extension extension : found) {
      List<ExtensionTable> tables =
          Sql.list(
              connection,
              TABLES,
              row -> new ExtensionTable(row.getLong(1), row.getString(2), row.getString(3)),
              extension.name());
      extensions.add(new Extension(extension.name(), extension.schema(), tables));
    }
    return extensions;
  }

  /** Returns the publications of all tables or of schemas. */
  List<Publication> publications(int major) throws SQLException {
    List<Publication> found = new ArrayList<>();
    for (Publication publication :
        Sql.list(connection, PUBLICATIONS, SourceSuperuserObjects::publication)) {
      List<Schema> schemas =
          major < FIRST_WITH_SCHEMAS
              ? List.of()
              : Sql.list(
                  connection,
                  SCHEMAS,
                  row -> new Schema(row.getLong(1), row.getString(2)),
                  publication.oid());
      if (publication.allTables() || !schemas.isEmpty()) {
        found.add(
            new Publication(
                publication.oid(),
                publication.name(),
                publication.allTables(),
                schemas,
                publication.parameters()));
      }
    }
    return found;
  }

  /** Returns the foreign-data wrappers that belong to no extension. */
  List<Wrapper> wrappers() throws SQLException {
    return Sql.list(
        connection,
        WRAPPERS,
        row ->
            new Wrapper(
                row.getString(1),
                function(row.getString(3), row.getString(4)),
                function(row.getString(5), row.getString(6)),
                strings(row, 2),
                row.getBoolean(7)));
  }

  private static @Nullable FunctionName function(@Nullable String schema, @Nullable String name) {
    return schema == null || name == null ? null : new FunctionName(schema, name);
  }

  private static Publication publication(ResultSet row) throws SQLException {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("publish", row.getString(4));
    parameters.put("publish_via_partition_root", Boolean.toString(row.getBoolean(3)));
    if ("s".equals(row.getString(5))) {
      parameters.put("publish_generated_columns", "stored");
    }
    return new Publication(
        row.getLong(6), row.getString(1), row.getBoolean(2), List.of(), parameters);
  }

  private static List<String> strings(ResultSet row, int column) throws SQLException {
    Optional<Array> array = Optional.ofNullable(row.getArray(column));
    return array.isPresent() ? List.of((String[]) array.get().getArray()) : List.of();
  }
}
