package dev.goldenrod.dataplane.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Fails the test run before its first test if a tool that the tests need is missing. */
public final class RequiredTools implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    try {
      Process check =
          new ProcessBuilder("sh", script().toString(), "--check-tests")
              .redirectErrorStream(true)
              .start();
      String answer = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (check.waitFor() != 0) {
        throw new IllegalStateException(answer.strip());
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot look for the tools that the tests need", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the repository's script, which knows the tools; tests may run in any subfolder. */
  private static Path script() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("verify"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("no verify script above " + Path.of("").toAbsolutePath());
    }
    return folder.resolve("verify");
  }
}
