package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.s3.S3Address;
import dev.goldenrod.cli.s3.S3Object;
import dev.goldenrod.cli.session.Session;

final class S3Objects {
  private S3Objects() {}

  /** Returns the object at the address, and warns if the connection to it is not encrypted. */
  static S3Object open(Session session, String address) {
    S3Object object = S3Object.of(session.terminal(), S3Address.parse(address));
    if (object.isInClear()) {
      session.warn(
          "%s is transferred over unencrypted HTTP, which others can read".formatted(object));
    }
    return object;
  }
}
