package dev.goldenrod.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.distribution.Built.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the programs of the unpacked archive. */
class ArchiveIT {
  @TempDir private Path folder;
  private Path home;

  @BeforeEach
  void unpack() throws Exception {
    Result unpacked = Built.run(folder, "tar", "xzf", Built.file(".tar.gz").toString());
    assertThat(unpacked.code()).as(unpacked.output()).isZero();
    try (Stream<Path> files = Files.list(folder)) {
      home = files.findFirst().orElseThrow();
    }
  }

  @Test
  void a_server_of_one_s_own_begins_and_ends() throws Exception {
    Result walk =
        Built.run(
            folder,
            "sh",
            "-euc",
            """
            PATH=$1/bin:$PATH HOME=$2/home
            unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_STATE_HOME GOLDENROD_URL GOLDENROD_TOKEN
            mkdir "$HOME"
            export PATH HOME
            goldenrod --version
            goldenrod up --port "$3"
            goldenrod database create shop
            goldenrod database list -o name
            goldenrod down
            goldenrod purge --yes --data-dir "$HOME/.goldenrod"
            """,
            "sh",
            home.toString(),
            folder.toString(),
            Integer.toString(freePort()));

    assertThat(walk.code()).as(walk.output()).isZero();
    assertThat(walk.output())
        .contains(home.getFileName().toString().replace('-', ' ').substring(0, 15))
        .contains("\nshop\\n".translateEscapes());
  }

  @Test
  void commands_start_from_an_archive_of_their_classes() throws Exception {
    Result started =
        Built.run(
            folder,
            "sh",
            "-euc",
            """
            HOME=$2/home
            unset XDG_CACHE_HOME
            mkdir "$HOME"
            export HOME
            "$1/bin/goldenrod" --version
            "$1/bin/goldenrod" --version
            "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:on \
              -Xlog:class+load -XX:SharedArchiveFile="$(echo "$HOME"/.cache/goldenrod/classes/*.jsa)" \
              -jar "$1/share/goldenrod/goldenrod-cli.jar" --version
            """,
            "sh",
            home.toString(),
            folder.toString());

    assertThat(started.code()).as(started.output()).isZero();
    assertThat(started.output())
        .matches("(?s)(goldenrod \\S+\\n){2}\\[.*")
        .contains("dev.goldenrod.cli.Cli source: shared objects file");
    // Java 25 archives no classes of the format that picocli's have.
    if (Runtime.version().feature() == 17) {
      assertThat(started.output())
          .contains("picocli.CommandLine source: shared objects file")
          .contains("picocli.CommandLine$RunLast source: shared objects file");
    }
  }

  private static int freePort() throws Exception {
    try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void it_has_what_shells_manuals_and_lawyers_ask_for() throws Exception {
    assertThat(Files.readString(home.resolve("share/bash-completion/completions/goldenrod")))
        .contains("complete ");
    assertThat(Files.readString(home.resolve("share/zsh/vendor-completions/_goldenrod")))
        .startsWith("#compdef goldenrod\n");
    assertThat(Files.readString(home.resolve("share/fish/vendor_completions.d/goldenrod.fish")))
        .contains("complete -c goldenrod");
    assertThat(Files.readString(home.resolve("share/man/man1/goldenrod.1"))).startsWith(".TH ");
    assertThat(Files.readString(home.resolve("share/doc/goldenrod/LICENSE"))).contains("Apache");
    assertThat(Files.readString(home.resolve("share/doc/goldenrod/THIRD-PARTY.txt")))
        .contains("io.javalin:javalin", "Apache")
        .doesNotContain("dev.goldenrod", "Unknown license");
  }

  @Test
  void checksums_and_the_bill_of_materials_are_of_these_files() throws Exception {
    Result checked = Built.run(Built.FOLDER, "sha256sum", "--check", "--strict", "SHA256SUMS");

    assertThat(checked.code()).as(checked.output()).isZero();
    assertThat(checked.output()).contains(".tar.gz: OK", "_all.deb: OK", ".cdx.json: OK");
    assertThat(Files.readString(Built.file(".cdx.json")))
        .contains("pkg:maven/io.javalin/javalin@", "pkg:maven/dev.goldenrod/goldenrod-server@");
  }
}
