package dev.goldenrod.junit;

import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.ClientException;
import dev.goldenrod.client.ClientOptions;
import dev.goldenrod.client.GoldenrodClient;
import java.net.URI;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Requests to a Goldenrod server, with errors as {@link GoldenrodException}. An interrupt ends a
 * read but not a change. Thread-safe.
 */
final class Api {
  static final int CONFLICT = 409;

  private static final int NOT_FOUND = 404;

  private final GoldenrodClient client;

  Api(URI server, String token) {
    this(server, token, () -> true);
  }

  /**
   * Creates a client of a server that may end.
   *
   * @param there whether the server is still running; the token must not be sent to another process
   *     at its address
   */
  Api(URI server, String token, BooleanSupplier there) {
    this.client = new GoldenrodClient(ClientOptions.of(server, token).withIsThere(there));
  }

  boolean isReachable() {
    return client.connection().options().isThere().getAsBoolean();
  }

  /** Sends a request and converts every failure to a {@link GoldenrodException}. */
  <T> T send(Function<GoldenrodClient, T> request) {
    try {
      return request.apply(client);
    } catch (ApiException e) {
      throw new GoldenrodException(e.status(), e.getMessage());
    } catch (ClientException e) {
      throw new GoldenrodException(e.getMessage(), e);
    }
  }

  /** Deletes a resource; a 404 is not an error. */
  void deleteIfExists(Consumer<GoldenrodClient> deletion) {
    try {
      send(
          asked -> {
            deletion.accept(asked);
            return true;
          });
    } catch (GoldenrodException e) {
      if (e.status() != NOT_FOUND) {
        throw e;
      }
    }
  }
}
