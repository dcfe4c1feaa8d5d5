package dev.goldenrod.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.Main;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passes an umlaut as an argument, in an ASCII locale and in a UTF-8 locale. */
class TypedTextTest {
  /** The umlaut in octal, independent of the locale that these tests run in. */
  private static final String WITH_UMLAUT = "exec \"$@\" \"$(printf 'gr\\303\\274n')\"";

  @TempDir private Path home;

  @Test
  void an_argument_that_the_locale_cannot_read_is_refused() throws Exception {
    assertThat(said("C"))
        .contains(
            "has characters that the encoding",
            "of this locale lacks; type: export LC_ALL=C.UTF-8");
  }

  @Test
  void one_that_it_can_read_is_taken() throws Exception {
    assertThat(said("C.UTF-8")).contains("no server is known").doesNotContain("this locale");
  }

  private String said(String locale) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            "sh",
            "-c",
            WITH_UMLAUT,
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "database",
            "show");
    command.environment().keySet().removeIf(name -> name.startsWith("GOLDENROD_"));
    command.environment().put("LC_ALL", locale);
    command.environment().put("HOME", home.toString());
    command.directory(home.toFile());
    Process process = command.redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
