package dev.goldenrod.cli.s3;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.List;
import java.util.Set;

/** Translates S3 errors into messages for users. */
final class S3ErrorTranslator {
  private static final int MOST_CHARACTERS = 300;
  private static final Set<Integer> ELSEWHERE = Set.of(301, 307);
  private static final List<String> NO_BUCKET = List.of("NoSuchBucket", "InvalidBucketName");
  private static final List<String> WRONG_REGION =
      List.of("AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect");
  private static final List<String> NOT_KNOWN =
      List.of("InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken");

  private S3ErrorTranslator() {}

  static CliException of(S3Address address, S3Settings settings, S3Response answer) {
    String code = answer.code();
    if (ELSEWHERE.contains(answer.status()) || WRONG_REGION.contains(code)) {
      return wrongRegion(address, settings, answer);
    }
    if (code.equals("RequestTimeTooSkewed")) {
      return refused(
          ExitCode.NOT_ALLOWED,
          address,
          answer,
          "the clock of this machine is wrong: the time of S3 is " + answer.error("ServerTime"));
    }
    if (NOT_KNOWN.contains(code)) {
      return refused(
          ExitCode.NOT_ALLOWED,
          address,
          answer,
          "check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and AWS_PROFILE");
    }
    if (NO_BUCKET.contains(code)) {
      return refused(
          ExitCode.NOT_FOUND,
          address,
          answer,
          "there is no bucket '%s' at this endpoint; create it, or check AWS_ENDPOINT_URL_S3"
              .formatted(address.bucket()));
    }
    return answer.status() == 403
        ? refused(
            ExitCode.NOT_ALLOWED,
            address,
            answer,
            "check the user's policy; docs/operations.md#archives-in-s3 lists the required"
                + " permissions")
        : refused(ExitCode.REFUSED, address, answer, "the same command resumes");
  }

  private static CliException wrongRegion(
      S3Address address, S3Settings settings, S3Response answer) {
    String header = answer.header("x-amz-bucket-region");
    String region = header.isEmpty() ? answer.error("Region") : header;
    return refused(
        ExitCode.USAGE,
        address,
        answer,
        "the bucket is not in '%s'; set AWS_REGION to %s"
            .formatted(settings.region(), region.isEmpty() ? "its region" : region));
  }

  private static CliException refused(
      ExitCode exit, S3Address address, S3Response answer, String wayOut) {
    String told = (answer.code() + " " + answer.error("Message")).strip();
    return new CliException(
        exit,
        "%s: S3 refused with %d %s; %s"
            .formatted(
                address,
                answer.status(),
                told.substring(0, Math.min(MOST_CHARACTERS, told.length())),
                wayOut));
  }
}
