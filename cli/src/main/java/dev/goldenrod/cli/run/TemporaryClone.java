package dev.goldenrod.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.connect.NamedDatabase;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A temporary clone of a golden. The server deletes it when its lease expires. */
final class TemporaryClone implements TemporaryDatabase {
  private final Session session;
  private final String golden;
  private @Nullable NamedDatabase clone;
  private @Nullable CleanupGuard guard;

  TemporaryClone(Session session, String golden) {
    this.session = session;
    this.golden = golden;
  }

  @Override
  public Login create(Duration lease, WaitOptions waiting) {
    JsonNode made =
        session.api().post("/v1/instances", Map.of("golden", golden, "ttl", seconds(lease)));
    clone = NamedDatabase.clone(made.path("id").asText(), made);
    guard = CleanupGuard.start(session.target(), clone.path());
    return clone.login(session, waiting);
  }

  @Override
  public String path() {
    if (clone == null) {
      throw new IllegalStateException(this + " is not created yet");
    }
    return clone.path();
  }

  @Override
  public void renew(Duration lease) {
    if (clone != null) {
      session.currentApi().post(clone.path() + "/extend", Map.of("ttl", seconds(lease)));
    }
  }

  private static String seconds(Duration lease) {
    return Math.max(1, lease.toSeconds()) + "s";
  }

  @Override
  public void delete() {
    if (clone != null) {
      session.currentApi().deleteIfThere(clone.path());
    }
  }

  @Override
  public void dismiss() {
    if (guard != null) {
      guard.dismiss();
    }
  }

  @Override
  public String toString() {
    return "the clone of golden '%s'".formatted(golden);
  }
}
