package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.e2e.Member.Clone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a malicious source, and a compromised engine, can reach through the real jar. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class SecurityIT {
  private static final String GOLDEN = "shop";

  /** Objects of an ordinary role that PostgreSQL evaluates while it restores definitions. */
  private static final String HOSTILE =
      """
      CREATE FUNCTION public.f(v text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
      BEGIN
        EXECUTE 'COPY (SELECT 1) TO PROGRAM ''touch %s/run-by-' || current_user || '''';
        EXECUTE 'CREATE ROLE stranger SUPERUSER LOGIN';
        RETURN true;
      EXCEPTION WHEN OTHERS THEN RETURN true;
      END $$;
      CREATE DOMAIN public.d AS text CHECK (public.f(VALUE));
      CREATE FUNCTION public.step(s public.d, v text) RETURNS public.d LANGUAGE sql AS 'SELECT s';
      CREATE AGGREGATE public.agg(text) (sfunc = public.step, stype = public.d, initcond = 'x');
      CREATE TABLE public.parted (k public.d) PARTITION BY LIST (k);
      CREATE TABLE public.part PARTITION OF public.parted FOR VALUES IN ('a');
      CREATE TABLE public.defaults (v public.d DEFAULT 'x'::public.d);
      CREATE VIEW public.viewed AS SELECT 'x'::public.d AS v;
      CREATE FUNCTION public.argued(v public.d DEFAULT 'x'::public.d) RETURNS text
        LANGUAGE sql AS 'SELECT v::text';
      CREATE INDEX evil ON public.defaults (public.f(v));
      INSERT INTO public.defaults DEFAULT VALUES;
      """;

  @TempDir private static Path folder;
  private Path marks;
  private TestSource source;
  private ServerProcess server;
  private Member member;

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @BeforeAll
  void import_a_hostile_source() throws IOException {
    marks = Files.createDirectory(folder.resolve("marks"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Files.setPosixFilePermissions(marks, PosixFilePermissions.fromString("rwxrwxrwx"));
    source = TestSource.start(folder, 100);
    source.execute(HOSTILE.formatted(marks));
    server = ServerProcess.in(folder);
    server.putSecret(GOLDEN, source.postgres().password());
    server.start();
    member = new Member(server);
    member.importVersion(member.registerSource(source.config(), GOLDEN), GOLDEN);
  }

  @AfterAll
  void leave_nothing_behind() {
    server.close();
    source.close();
    EngineProcesses.awaitProcesses(server.dataDir(), List.of());
  }

  @Test
  void an_import_runs_no_program_and_leaves_no_superuser() {
    assertThat(marks).isEmptyDirectory();
    Clone clone = member.launch(GOLDEN, 1);

    assertThat(clone.read("SELECT public.agg('v')")).isEqualTo("x");
    assertThat(marks).isEmptyDirectory();
    assertThat(
            clone.read(
                "SELECT string_agg(rolname || rolsuper, ' ' ORDER BY rolname) FROM pg_roles"
                    + " WHERE rolcanlogin OR rolsuper"))
        .isEqualTo("goldenrodfalse goldenrod_admintrue");
    member.delete(clone.id());
  }

  @Test
  @EnabledIf("isRoot")
  void what_an_engine_plants_in_its_data_directory_makes_root_touch_nothing() throws IOException {
    Clone clone = member.launch(GOLDEN, 1);
    Path secret = Files.writeString(folder.resolve("roots-own"), "untouched");
    Path data = data(clone);
    long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    asEngineOf(data, "ln", "-sf", secret.toString(), data + "/postgresql.auto.conf");
    asEngineOf(data, "ln", "-s", secret.toString(), data + "/postmaster.opts.new");

    ProcessHandle.of(pid).orElseThrow().destroyForcibly();

    await("running again").until(() -> runs(clone), running -> running);
    assertThat(secret).hasContent("untouched");
    server.kill();
    server.start();
    member.awaitReady(clone.id());
    member.delete(clone.id());
    assertThat(secret).hasContent("untouched");
  }

  @Test
  @EnabledIf("isRoot")
  void an_engine_reads_neither_another_clone_nor_a_golden_nor_a_secret() throws IOException {
    Clone one = member.launch(GOLDEN, 1);
    Clone other = member.launch(GOLDEN, 1);
    Path local = server.dataDir().resolve("local");

    for (String target :
        List.of(
            data(other).toString(),
            local.resolve("volumes").toString(),
            data(one).getParent().getParent().getParent().toString(),
            local.resolve("clones").toString(),
            data(one).resolveSibling("admin-password").toString(),
            server.dataDir().resolve("secrets").toString(),
            server.dataDir().resolve("store").toString())) {
      assertThat(Tool.tryRun(RunAs.detect().ownerOf(data(one)).command(List.of("ls", target))))
          .as(target)
          .matches(result -> !result.succeeded() || target.endsWith("admin-password"));
      assertThat(Tool.tryRun(RunAs.detect().ownerOf(data(one)).command(List.of("cat", target))))
          .as(target)
          .matches(result -> !result.succeeded());
    }
    member.delete(one.id());
    member.delete(other.id());
  }

  private static boolean runs(Clone clone) {
    try {
      return clone.read("SELECT 1").equals("1");
    } catch (AssertionError e) {
      return false;
    }
  }

  private static Path data(Clone clone) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().arguments().stream())
        .filter(arguments -> arguments.length > 1 && arguments[0].equals("-D"))
        .map(arguments -> Path.of(arguments[1]))
        .filter(data -> isConfiguredWith(clone.port(), data.resolveSibling("conf/port")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no server of clone " + clone.id()));
  }

  private static boolean isConfiguredWith(int port, Path file) {
    try {
      return Files.exists(file) && Files.readString(file).equals(Integer.toString(port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void asEngineOf(Path data, String... command) {
    Tool.run(RunAs.detect().ownerOf(data).command(List.of(command)));
  }
}
