package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What untrusted data can reach while it is prepared, if Goldenrod is root. */
@EnabledIf("isRoot")
class ForeignDataTest {
  private static final String VOLUME = "foreign";
  private static final String LEFT =
      "(cd / && exec setsid sleep 4711) </dev/null >/dev/null 2>&1 &";

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @BeforeEach
  void openTheWay() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @Test
  void its_tools_read_no_imports_files_and_nothing_of_them_outlives_it() throws Exception {
    try (ImportEnvironment test = new ImportEnvironment(folder.resolve("data"))) {
      WorkFolder other = test.context().folder(UUID.randomUUID());
      other.create();
      byte[] secret = "s3cret".getBytes(StandardCharsets.UTF_8);
      Path password = other.writePrivate("source.pgpass", secret);

      DataVolume volume = prepare(test, copy -> run(copy, "id -u; cat %s; %s", password, LEFT));

      assertThat(said.get(0)).isNotEqualTo("0").isNotEqualTo(idOf(test.runAs));
      assertThat(said).anyMatch(line -> line.contains("ermission denied"));
      assertThat(said).noneMatch(line -> line.contains("s3cret"));
      assertThat(processesOf(said.get(0))).isEmpty();
      assertThat(test.runAs.owns(volume.data().resolve("PG_VERSION"))).isTrue();
    }
  }

  @Test
  void what_it_left_running_ends_when_it_is_begun_anew() throws Exception {
    try (ImportEnvironment test = new ImportEnvironment(folder.resolve("data"))) {
      assertThatThrownBy(
              () ->
                  prepare(
                      test,
                      copy -> {
                        run(copy, "id -u");
                        throw new DataPlaneException("refused");
                      }))
          .hasMessage("refused");
      String user = said.get(0);
      RunAs formerServers = test.runAs.numbered(Integer.parseInt(user));
      new ProcessBuilder(formerServers.command(List.of("sleep", "4711")))
          .directory(Path.of("/").toFile())
          .start();
      assertThat(processesOf(user)).isNotEmpty();

      test.context().preparation().discard(VOLUME);

      assertThat(processesOf(user)).isEmpty();
      assertThat(test.volumes.exists(VOLUME)).isFalse();
    }
  }

  private DataVolume prepare(ImportEnvironment test, Consumer<DataDirectoryContext> tools)
      throws Exception {
    DataVolume volume = new DataVolume(test.volumes.create(VOLUME));
    Path copy = Files.createDirectory(volume.root().resolve("copy"));
    Files.writeString(copy.resolve("PG_VERSION"), test.home().release());
    WorkFolder work = test.context().folder(UUID.randomUUID());
    work.create();
    test.context()
        .preparation()
        .prepare(new Importer(tools), test.home().release(), copy, volume, work);
    return volume;
  }

  private void run(DataDirectoryContext copy, String line, Object... values) {
    List<String> command = List.of("sh", "-c", line.formatted(values));
    copy.tools().run("tool.log", command, Map.of(), said::add);
  }

  private static String idOf(RunAs user) {
    return Tool.run(user.command(List.of("id", "-u")));
  }

  private static String processesOf(String user) {
    return Tool.tryRun("pgrep", "-u", user, "-r", "D,R,S").output();
  }

  private record Importer(Consumer<DataDirectoryContext> tools) implements DataDirectoryImporter {
    @Override
    public String type() {
      return "postgres";
    }

    @Override
    public void requireWorthCopying(Path registered) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String check(Path registered, Path copy) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String checkMoment(Path copy) {
      throw new UnsupportedOperationException();
    }

    @Override
    public DatabaseInfo prepare(DataDirectoryContext copy) {
      tools.accept(copy);
      return new DatabaseInfo(type(), copy.release(), "", "clone", Map.of());
    }
  }
}
