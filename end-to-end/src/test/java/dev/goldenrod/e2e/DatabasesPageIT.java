package dev.goldenrod.e2e;

import dev.goldenrod.dataplane.local.LocalEngines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands in docs/databases.md, with PostgreSQL and MySQL. */
@Tag("slow")
class DatabasesPageIT {
  private static final Path PAGE = Path.of("..", "docs", "databases.md");
  private static final String MYSQL = "8.0";

  @TempDir private Path folder;

  @Test
  void the_walk_through_databases_goes_as_it_is_told() throws IOException, InterruptedException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (ServerProcess server =
        ServerProcess.in(folder)
            .with("--delete-grace", "24h")
            .withoutVariable("GOLDENROD_ADMIN_TOKEN")) {
      Path mysql = installMySql(server.dataDir());
      ProgramFolder.fill(folder);
      server.start();

      ConsoleWalk.of(inFolder(page(server, mysql)))
          .type(
              Map.of(
                  "HOME",
                  folder.toString(),
                  "PATH",
                  folder + ":" + System.getenv("PATH") + ":" + mysql));
    }
  }

  private String inFolder(String page) {
    return page.replace("shop.goldenrod", folder.resolve("shop.goldenrod").toString())
        .replace(" --context elsewhere", "");
  }

  private static String page(ServerProcess server, Path mysql) throws IOException {
    return Files.readString(PAGE)
        .replace("http://127.0.0.1:7991", server.address())
        .replace("/tmp/tour/data/local/engines/mysql-8.0/root/bin", mysql.toString())
        .replace("/tmp/tour/data", server.dataDir().toString());
  }

  /** Installs from a cache that all builds share with the data plane's tests. */
  private static Path installMySql(Path dataDir) {
    Path cache =
        System.getProperty("user.name").equals("root")
            ? Path.of("/var/cache/goldenrod")
            : Path.of(System.getProperty("user.home"), ".cache", "goldenrod");
    Path bin =
        LocalEngines.open(cache, null).install("mysql", MYSQL, null, (stage, detail) -> {}).bin();
    return LocalEngines.open(dataDir, null)
        .install("mysql", MYSQL, bin.getParent(), (stage, detail) -> {})
        .bin();
  }
}
