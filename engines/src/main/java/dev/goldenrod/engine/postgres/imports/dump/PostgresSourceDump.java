package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.engine.postgres.PostgresCluster;
import dev.goldenrod.engine.postgres.imports.FormerOwnerGrants;
import dev.goldenrod.engine.postgres.imports.ImportServer;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import dev.goldenrod.port.DataPlaneException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

record PostgresSourceDump(SourceMetadata source, DumpMetadata dumped) implements SourceDump {
  /**
   * What the load needs of the source besides the dump.
   *
   * @param settings of the source's sessions; those of its server come first, and later ones win
   * @param tables that only the dump fills: names with schemas, as the dump has them; null in the
   *     JSON of an earlier release
   * @param largeTables those of them that are large, likewise
   */
  record DumpMetadata(
      FormerOwnerGrants owners,
      List<Setting> settings,
      List<String> tables,
      List<String> largeTables) {
    DumpMetadata {
      settings = List.copyOf(settings);
      tables = Optional.ofNullable(tables).map(List::copyOf).orElse(List.of());
      largeTables = Optional.ofNullable(largeTables).map(List::copyOf).orElse(List.of());
    }
  }

  @Override
  public byte[] toJson() {
    return PostgresImporter.json(dumped);
  }

  @Override
  public long load(DataDirectoryContext data, ImportWork work) {
    long size = loadWithoutSync(data, work);
    PostgresCluster.sync(data);
    return size;
  }

  private long loadWithoutSync(DataDirectoryContext data, ImportWork work) {
    try {
      return ImportServer.during(
          data,
          ImportServer.loadSettings(),
          server -> {
            new DatabaseLoad(server, work, source).run(dumped);
            return LoadCompletion.run(server);
          });
    } catch (SQLException e) {
      throw new DataPlaneException(String.valueOf(e.getMessage()), e);
    }
  }
}
