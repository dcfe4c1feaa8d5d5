package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.SourceDump;
import dev.goldenrod.engine.postgres.PostgresCluster;
import dev.goldenrod.engine.postgres.imports.ImportServer;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.DataPlaneException;
import java.sql.SQLException;

record PostgresSourceDump(SourceMetadata source, DumpMetadata dumped) implements SourceDump {
  @Override
  public byte[] toJson() {
    return PostgresImporter.json(dumped);
  }

  @Override
  public void load(DataDirectoryContext data, ImportWork work) {
    try {
      ImportServer.during(
          data,
          ImportServer.loadSettings(),
          server -> {
            new DatabaseLoad(server, work, source).run(new Restore(work), dumped);
            return true;
          });
    } catch (SQLException e) {
      throw new DataPlaneException(String.valueOf(e.getMessage()), e);
    }
    PostgresCluster.sync(data);
  }
}
