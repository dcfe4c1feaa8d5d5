package dev.goldenrod.dataplane.k8s.simulated.traffic;

import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The bearer tokens that the API server accepts. Thread-safe. */
public final class Tokens {
  private final Set<String> valid = ConcurrentHashMap.newKeySet();

  public String issue() {
    String token = "token-" + UUID.randomUUID();
    valid.add(token);
    return token;
  }

  public void expire(String token) {
    valid.remove(token);
  }

  public void require(@Nullable String authorization) {
    if (authorization == null
        || !authorization.startsWith("Bearer ")
        || !valid.contains(authorization.substring("Bearer ".length()))) {
      throw ApiError.of(401, "Unauthorized", "Unauthorized");
    }
  }
}
