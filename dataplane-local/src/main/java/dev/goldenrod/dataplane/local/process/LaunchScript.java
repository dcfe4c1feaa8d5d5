package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A bundled Perl script that turns itself into a command in namespaces of its own. It makes the
 * system calls for which Java would have to run one program after the other: about eight, including
 * those that start a session and give up new privileges.
 */
public final class LaunchScript {
  private static final List<String> PREFIX =
      List.of("perl", "-e", read("launch.pl"), System.getProperty("os.arch"));

  private LaunchScript() {}

  /**
   * Returns the command prefix that runs the script, whose arguments are described there. Empty if
   * there is no Perl, or if the script does not know this machine's architecture.
   */
  public static Optional<List<String>> prefix() {
    return Optional.of(PREFIX).filter(prefix -> Trial.SUCCEEDED);
  }

  static boolean runs(List<String> command) {
    return command.size() > PREFIX.size() && command.subList(0, PREFIX.size()).equals(PREFIX);
  }

  private static String read(String name) {
    try (InputStream script = LaunchScript.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(script, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Trial {
    static final boolean SUCCEEDED = Tool.tryRun(PREFIX).succeeded();

    private Trial() {}
  }
}
