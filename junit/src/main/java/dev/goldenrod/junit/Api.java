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
 * Requests to a server of Goldenrod, whose failures are those of this library. An interrupt ends
 * the wait for what is read, and not for what is changed. Thread-safe.
 */
final class Api {
  /** The status of a name that is taken. */
  static final int CONFLICT = 409;

  private static final int NOT_FOUND = 404;

  private final GoldenrodClient client;

  /** Requests to a server that is always there. */
  Api(URI server, String token) {
    this(server, token, () -> true);
  }

  /**
   * Requests to a server that can end.
   *
   * @param there whether the server still is; the token is not sent to another process at its
   *     address
   */
  Api(URI server, String token, BooleanSupplier there) {
    this.client = new GoldenrodClient(ClientOptions.of(server, token).withIsThere(there));
  }

  /** Whether the server has not ended. */
  boolean isThere() {
    return client.connection().options().isThere().getAsBoolean();
  }

  /**
   * What the server answers.
   *
   * @throws GoldenrodException when it refuses, does not answer, or does not get there
   */
  <T> T ask(Function<GoldenrodClient, T> request) {
    try {
      return request.apply(client);
    } catch (ApiException e) {
      throw new GoldenrodException(e.status(), e.getMessage());
    } catch (ClientException e) {
      throw new GoldenrodException(e.getMessage(), e);
    }
  }

  /**
   * Has the server delete something, if it is there.
   *
   * @throws GoldenrodException when it refuses for another reason, or does not answer
   */
  void deleteIfThere(Consumer<GoldenrodClient> deletion) {
    try {
      ask(
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
