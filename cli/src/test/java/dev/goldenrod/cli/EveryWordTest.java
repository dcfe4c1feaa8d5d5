package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.instance.Credentials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;

/** Runs each resource command in each output format against a control plane with fakes. */
class EveryWordTest {
  private static final String PASSWORD = "correct horse battery";

  /** The command lines for each command; commands of other packages have their own tests. */
  private static final Map<String, Consumer<Drive>> ROWS = new TreeMap<>();

  private static void row(String word, Consumer<Drive> steps) {
    assertThat(ROWS.put(word, steps)).isNull();
  }

  static {
    row("golden list", it -> it.list("golden list"));
    row("golden show", it -> it.one("golden show shop"));
    row("golden versions", it -> it.list("golden versions shop"));
    row("golden share", it -> it.one("golden share shop"));
    row("golden unshare", it -> it.one("golden unshare shop"));
    row("golden protect", it -> it.one("golden protect shop"));
    row("golden unprotect", it -> it.one("golden unprotect shop"));
    row("golden register", it -> it.one("golden register crm --handle handle-2 --size-bytes 9"));
    row(
        "golden delete",
        it -> {
          it.given("golden register crm@ --handle handle-3");
          it.given("clone create crm@");
          it.one("golden delete crm@ --force --dry-run");
          it.nothing("golden delete crm@ --force --yes");
        });

    row("mask plan", it -> it.withSource().text("mask plan shop@"));
    row("mask set", it -> it.withRules().one("mask set shop@ masking.yaml"));
    row("mask show", it -> it.withRules().text("mask show shop@"));
    row("mask check", it -> it.withRules().done("mask check shop@"));
    row("mask preview", it -> it.withRules().refused("mask preview shop@ public.customer", 2));
    row("mask require", it -> it.done("mask require shop --off"));
    row(
        "mask verify",
        it -> {
          it.withRules().given("import start new@ --source shop@");
          it.text("mask verify new@ 1");
        });

    row("source add", it -> it.one("source add --host db --port 5433 --dbname shop@ --secret s"));
    row("source list", it -> it.withSource().list("source list"));
    row("source show", it -> it.withSource().one("source show db.example/shop@"));
    row("source check", it -> it.withSource().one("source check shop@"));
    row("source delete", it -> it.withSource().nothing("source delete shop@ --yes"));

    row("import start", it -> it.withSource().one("import start new@ --source shop@"));
    row(
        "import archive",
        it -> {
          String file = it.server.environment().get("HOME") + "/then.goldenrod";
          it.withSnapshot().given("export then@ --to " + file);
          it.one("import archive brought@ --from " + file);
          it.one("import archive --database of-archive@ --from " + file);
        });
    row("import list", it -> it.withImport().list("import list --limit 2"));
    row("import show", it -> it.withImport().one("import show new@"));
    row("import watch", it -> it.withImport().one("import watch new@"));
    row(
        "import cancel",
        it -> {
          it.server.dataPlane.holdImports();
          it.withSource().given("import start new@ --source shop@ --no-wait");
          it.one("import cancel new@ --yes");
        });
    row("import delete", it -> it.withImport().nothing("import delete new@ --yes"));

    row("clone create", it -> it.one("clone create shop --ttl 1h --size small"));
    row("clone list", it -> it.withClone().list("clone list"));
    row("clone show", it -> it.withClone().one("clone show " + it.clone));
    row("clone credentials", it -> it.withClone().secret("clone credentials " + it.clone));
    row(
        "clone reset-credentials",
        it -> it.withClone().secret("clone reset-credentials --yes " + it.clone));
    row("clone extend", it -> it.withClone().one("clone extend " + it.clone + " 3d"));
    row("clone reset", it -> it.withClone().one("clone reset --yes " + it.clone));
    row("clone refresh", it -> it.withClone().one("clone refresh --yes --golden shop " + it.clone));
    row("clone delete", it -> it.withClone().nothing("clone delete --yes " + it.clone));

    row("pool create", it -> it.one("pool create shop 2"));
    row("pool list", it -> it.withPool().list("pool list"));
    row("pool show", it -> it.withPool().one("pool show " + it.pool));
    row("pool resize", it -> it.withPool().one("pool resize " + it.pool + " 3"));
    row("pool delete", it -> it.withPool().nothing("pool delete --yes " + it.pool));

    row(
        "database create",
        it -> {
          it.one("database create main@ --memory 1g --cpu 0.5");
          it.one("database create copy@ --golden shop --golden-version 1");
        });
    row("database list", it -> it.withDatabase().list("database list"));
    row("database show", it -> it.withDatabase().one("database show main@"));
    row("database credentials", it -> it.withDatabase().secret("database credentials main@"));
    row(
        "database reset-credentials",
        it -> it.withDatabase().secret("database reset-credentials main@ --yes"));
    row("database stop", it -> it.withDatabase().one("database stop main@"));
    row(
        "database start",
        it -> {
          it.withDatabase().given("database stop main@");
          it.one("database start main@");
        });
    row("database restart", it -> it.withDatabase().one("database restart main@"));
    row("database resize", it -> it.withDatabase().one("database resize main@ --memory 2g"));
    row("database protect", it -> it.withDatabase().one("database protect main@"));
    row("database unprotect", it -> it.withDatabase().one("database unprotect main@"));
    row("database upgrade-image", it -> it.withDatabase().one("database upgrade-image main@"));
    row("database promote", it -> it.withBranch().one("database promote sub@ --yes"));
    row(
        "database delete",
        it -> {
          it.withBranch().one("database delete main@ --force --dry-run");
          it.nothing("database delete main@ --force --yes");
        });

    row(
        "database schedule set",
        it -> it.withDatabase().one("database schedule set main@ --cron '0 3 * * *' --keep 7"));
    row("database schedule show", it -> it.withSchedule().one("database schedule show main@"));
    row(
        "database schedule delete",
        it -> it.withSchedule().nothing("database schedule delete main@"));

    row("branch create", it -> it.withDatabase().one("branch create main@ sub@ --description d"));
    row("branch list", it -> it.withBranch().list("branch list"));
    row("branch delete", it -> it.withBranch().nothing("branch delete sub@ --yes"));
    row("snapshot create", it -> it.withDatabase().one("snapshot create main@ then@"));
    row("snapshot list", it -> it.withSnapshot().list("snapshot list"));
    row("snapshot branch", it -> it.withSnapshot().one("snapshot branch then@ sub@"));
    row("snapshot delete", it -> it.withSnapshot().nothing("snapshot delete then@ --yes"));
    row("deleted list", it -> it.withDeleted().list("deleted list"));
    row("deleted restore", it -> it.withDeleted().one("deleted restore main@ --as back@"));
    row("deleted delete", it -> it.withDeleted().nothing("deleted delete main@ --yes"));
    row("schema", it -> it.withWritten().sql("schema main@"));
    row("diff", it -> it.withWritten().sql("diff sub@"));
    row("engines", it -> it.list("engines"));

    row("token create", it -> it.secret("token create ci@ --expires 1d --scope read,golden:shop"));
    row(
        "token list",
        it -> {
          it.given("token create ci@");
          it.list("token list");
        });
    row(
        "token delete",
        it -> {
          it.given("token create ci@");
          it.nothing("token delete ci@ --yes");
        });
    row("member list", it -> it.list("member list"));
    row("member disable", it -> it.withMember().one("member disable dev@@example.com"));
    row("member enable", it -> it.withMember().one("member enable dev@@example.com"));
    row("member set-role", it -> it.withMember().one("member set-role dev@@example.com viewer"));
    row("member delete", it -> it.withMember().nothing("member delete dev@@example.com --yes"));
    row("invite create", it -> it.secret("invite create a@@example.com --ttl 7d"));
    row("invite list", it -> it.withInvite().list("invite list"));
    row(
        "invite accept",
        it -> {
          it.withInvite();
          it.server.environment().remove("GOLDENROD_TOKEN");
          it.input = it.invite + "\n" + PASSWORD;
          it.one("invite accept --stdin --display-name Dev");
        });
    row("invite delete", it -> it.withInvite().nothing("invite delete dev@@example.com --yes"));
    row("quota show", it -> it.one("quota show"));
    row("quota set", it -> it.one("quota set --per-member 30 --of-all 200"));
    row("cluster list", it -> it.list("cluster list"));
    row("cluster show", it -> it.withCluster().one("cluster show east@"));
    row("cluster add", it -> it.secret("cluster add east@"));
    row("cluster token", it -> it.withCluster().secret("cluster token east@ --yes"));
    row("cluster delete", it -> it.withCluster().nothing("cluster delete east@ --yes"));
    row("audit", it -> it.list("audit --limit 3"));
  }

  /** Splits a command line as a shell would, apart from the quotes. */
  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

  private static final Set<String> ONCE =
      Set.of(
          "create", "add", "start", "cancel", "accept", "promote", "branch", "delete", "restore");

  /** Formats of commands that delete: they print nothing, and print their plans like any object. */
  private static final List<Printer.Format> PLANS =
      List.of(Printer.Format.TABLE, Printer.Format.JSON);

  @TempDir private Path home;

  @Test
  void each_word_has_a_row_a_description_and_an_example_that_can_be_typed() {
    Set<String> words = new TreeSet<>();
    CommandLine all = new Cli(terminal()).commandLine();
    for (CommandLine leaf : leaves(all)) {
      String word = word(leaf);
      words.add(word);
      CommandLine.Model.UsageMessageSpec help = leaf.getCommandSpec().usageMessage();
      assertThat(help.description()).as(word).isNotEmpty();
      assertThat(help.footer()).as(word).hasSize(1);
      assertThat(help.footer()[0]).as(word).startsWith("  goldenrod " + word);
      assertThat(all.parseArgs(typed(help.footer()[0].strip(), ""))).as(word).isNotNull();
      leaf.getCommandSpec()
          .args()
          .forEach(arg -> assertThat(arg.description()).as(word + " " + arg).isNotEmpty());
    }
    assertThat(words).isEqualTo(ROWS.keySet());
  }

  private Terminal terminal() {
    return new Terminal(System.in, System.out, System.err, Map.of(), home, Set.of());
  }

  /** Returns the commands in the packages of resources. */
  private static List<CommandLine> leaves(CommandLine line) {
    List<CommandLine> leaves = new ArrayList<>();
    for (CommandLine noun : line.getSubcommands().values()) {
      Class<?> type = noun.getCommandSpec().userObject().getClass();
      if (type.getName().startsWith("dev.goldenrod.cli.command.")) {
        addLeaves(noun, leaves);
      }
    }
    return leaves;
  }

  private static void addLeaves(CommandLine word, List<CommandLine> leaves) {
    if (word.getSubcommands().isEmpty()) {
      leaves.add(word);
    }
    word.getSubcommands().values().forEach(next -> addLeaves(next, leaves));
  }

  private static String word(CommandLine leaf) {
    return leaf.getCommandSpec().qualifiedName(" ").substring("goldenrod ".length());
  }

  /**
   * Returns the arguments; {@code @} is replaced by a suffix that distinguishes the names of
   * different runs.
   */
  private static String[] typed(String line, String suffix) {
    return WORD.matcher(line.replaceFirst("^goldenrod ", ""))
        .results()
        .map(word -> word.group().replace("'", "").replaceFirst("@", suffix))
        .toArray(String[]::new);
  }

  static Stream<String> words() {
    return ROWS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("words")
  void each_word_does_what_it_says_and_prints_data_alone(String word) {
    try (ServedFakes server = new ServedFakes(home)) {
      server.register("shop");
      List<Printer.Format> all =
          word.endsWith(" delete") ? PLANS : List.of(Printer.Format.values());
      if (ONCE.contains(word.replaceFirst(".* ", ""))) {
        String token = server.environment().get("GOLDENROD_TOKEN");
        for (Printer.Format format : all) {
          server.environment().put("GOLDENROD_TOKEN", token);
          ROWS.get(word).accept(new Drive(server, List.of(format)));
        }
      } else {
        ROWS.get(word).accept(new Drive(server, all));
      }
    }
  }

  /** Runs the commands of a table row, the last one in each output format. */
  private static final class Drive {
    private final ServedFakes server;
    private final List<Printer.Format> formats;
    private String input = "";
    private String clone = "";
    private String pool = "";
    private String invite = "";

    private Drive(ServedFakes server, List<Printer.Format> formats) {
      this.server = server;
      this.formats = formats;
    }

    private Result type(String line, String... more) {
      String[] typed = typed(line, "-" + formats.get(0));
      String[] all = Stream.concat(Stream.of(typed), Stream.of(more)).toArray(String[]::new);
      Result done = server.typeWith(input, all);
      assertThat(done.code()).as(line + "\n" + done.err() + done.out()).isZero();
      assertThat(done.err()).doesNotContain("\tat ").doesNotContain("Exception");
      return done;
    }

    private String given(String line) {
      return type(line, "-q", "-o", "name").out().strip();
    }

    private void nothing(String line) {
      Result done = type(line, "-o", formats.get(0).toString());
      assertThat(done.out()).isEmpty();
      assertThat(done.err()).contains("gone");
    }

    private String printed(String line, Printer.Format format) {
      Result done = type(line, "-q", "-o", format.toString());
      assertThat(done.err()).isEmpty();
      assertThat(done.out()).endsWith("\n");
      return done.out();
    }

    private void done(String line) {
      type(line);
    }

    private void refused(String line, int code) {
      assertThat(server.type(typed(line, "-" + formats.get(0))).code()).isEqualTo(code);
    }

    private void text(String line) {
      for (Printer.Format format : formats) {
        assertThat(printed(line, format)).isNotBlank();
      }
    }

    private void one(String line) {
      for (Printer.Format format : formats) {
        String out = printed(line, format);
        assertThat(out).doesNotContain("password").doesNotContain("token");
        check(format, out, JsonNode::isObject);
      }
    }

    private void secret(String line) {
      formats.forEach(format -> check(format, printed(line, format), JsonNode::isObject));
    }

    private void list(String line) {
      formats.forEach(
          format ->
              check(format, printed(line, format), node -> node.isArray() && !node.isEmpty()));
    }

    private static void check(Printer.Format format, String out, Predicate<JsonNode> isAsExpected) {
      switch (format) {
        case JSON -> assertThat(isAsExpected.test(new Result(0, out, "").json())).as(out).isTrue();
        case YAML ->
            assertThat(new Yaml(new SafeConstructor(new LoaderOptions())).<Object>load(out))
                .isInstanceOfAny(Map.class, List.class);
        case NAME -> assertThat(out.lines()).isNotEmpty().noneMatch(String::isBlank);
        case CSV -> {
          assertThat(out.lines().count()).isGreaterThan(1);
          assertThat(out.lines().findFirst().orElseThrow()).matches("[A-Z ]+(,[A-Z ]+)*");
        }
        case TABLE -> assertThat(out).matches("(?s)[A-Z].*");
      }
    }

    private void sql(String line) {
      for (Printer.Format format : formats) {
        String out = printed(line, format);
        switch (format) {
          case TABLE -> assertThat(out).contains("CREATE TABLE");
          case JSON -> assertThat(new Result(0, out, "").json().path("sql").asText()).isNotBlank();
          default -> assertThat(out).isNotBlank();
        }
      }
    }

    private Drive withSource() {
      given("source add --host db.example --dbname shop@ --secret reader --username reader");
      return this;
    }

    private Drive withRules() {
      server.write("masking.yaml", "version: 1\n");
      withSource().given("mask set shop@ masking.yaml");
      return this;
    }

    private Drive withImport() {
      withSource().given("import start new@ --source db.example/shop@");
      return this;
    }

    private Drive withClone() {
      clone = given("clone create shop --ttl 2d");
      return this;
    }

    private Drive withPool() {
      pool = given("pool create shop 1");
      return this;
    }

    private Drive withDatabase() {
      given("database create main@");
      return this;
    }

    private Drive withBranch() {
      withDatabase().given("branch create main@ sub@");
      return this;
    }

    private Drive withSnapshot() {
      withDatabase().given("snapshot create main@ then@");
      return this;
    }

    private Drive withDeleted() {
      withDatabase().given("database delete main@ --yes");
      return this;
    }

    private Drive withSchedule() {
      withDatabase().given("database schedule set main@ --cron '0 3 * * *' --keep 7");
      return this;
    }

    /** Creates a branch and then writes different schemas to it and its parent. */
    private Drive withWritten() {
      withBranch();
      for (String name : List.of("main@", "sub@")) {
        JsonNode login = type("database credentials " + name, "-o", "json").json();
        server.dataPlane.write(
            new Credentials(
                login.path("uri").asText(),
                login.path("host").asText(),
                login.path("port").asInt(),
                login.path("dbname").asText(),
                login.path("username").asText(),
                login.path("password").asText()),
            "CREATE TABLE " + name.replace("@", ""));
      }
      return this;
    }

    private Drive withInvite() {
      invite = given("invite create dev@@example.com");
      return this;
    }

    private Drive withMember() {
      withInvite();
      input = invite + "\n" + PASSWORD;
      given("invite accept --stdin");
      return this;
    }

    private Drive withCluster() {
      given("cluster add east@");
      return this;
    }
  }
}
