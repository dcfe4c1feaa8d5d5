package dev.goldenrod.cli.session;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.ClientException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that determine whether and how long a command waits for its result. */
public final class WaitOptions {
  private static final Pattern DURATION =
      Pattern.compile("(?:(\\d{1,4})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,6})s)?");

  /** Statuses of a server that asks to retry. */
  private static final List<Integer> BUSY = List.of(429, 503);

  /** Time for which the server holds a response; the progress is shown after each of them. */
  private static final Duration LONGEST_POLL = Duration.ofSeconds(2);

  @Option(
      names = "--wait",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Wait until the work is done (the default), or do not wait.")
  private boolean isWaiting = true;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = AsDuration.class,
      description = "How long to wait, as in 90s or 1h30m (${DEFAULT-VALUE}); then exit with 6.")
  private Duration timeout = Duration.ofMinutes(10);

  private boolean hasBegun;
  private long end;

  /** Rejects invalid durations while the command line is parsed, before anything happens. */
  public static final class AsDuration implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return duration(text);
      } catch (CliException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  public static WaitOptions lasting(Duration timeout) {
    WaitOptions options = new WaitOptions();
    options.timeout = timeout;
    return options;
  }

  public boolean isWaiting() {
    return isWaiting;
  }

  public Duration timeout() {
    return timeout;
  }

  /**
   * Returns the rest of the timeout, at least zero. The timeout begins with the first call, which
   * is before the command's first request.
   */
  public Duration left() {
    long now = System.nanoTime();
    if (!hasBegun) {
      hasBegun = true;
      end = now + timeout.toNanos();
    }
    return Duration.ofNanos(Math.max(0, end - now));
  }

  /** Asks a question without counting the time until the answer. */
  String suspendFor(Supplier<String> question) {
    Duration rest = left();
    String answer = question.get();
    end = System.nanoTime() + rest.toNanos();
    return answer;
  }

  /** Returns the failure, as a timeout if the server was silent or busy until the time was up. */
  RuntimeException timeoutOr(ClientException failure) {
    boolean isLate =
        failure instanceof ApiException refusal
            ? BUSY.contains(refusal.status())
            : failure.getCause() instanceof HttpTimeoutException;
    return isLate && left().isZero()
        ? new CliException(
            ExitCode.TIMED_OUT,
            "the timeout of %ss has expired: %s".formatted(timeout.toSeconds(), problem(failure)),
            "goldenrod doctor")
        : failure;
  }

  static String problem(ClientException failure) {
    return failure instanceof ApiException refusal ? refusal.error() : "the server does not answer";
  }

  /** Returns the query with the time for which the server holds the response to a change. */
  public String query() {
    return query(isWaiting ? left() : Duration.ZERO);
  }

  static String query(Duration left) {
    return "?wait=" + Math.min(left.toSeconds(), LONGEST_POLL.toSeconds()) + "s";
  }

  /** Parses a duration such as {@code 1h30m}; throws {@link CliException} if it is malformed. */
  public static Duration duration(String text) {
    Matcher parts = DURATION.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      throw new CliException(
          ExitCode.USAGE, "'%s' is not a duration such as 90s, 10m or 1h30m".formatted(text));
    }
    return Duration.ofDays(number(parts.group(1)))
        .plusHours(number(parts.group(2)))
        .plusMinutes(number(parts.group(3)))
        .plusSeconds(number(parts.group(4)));
  }

  private static long number(String group) {
    return group == null ? 0 : Long.parseLong(group);
  }
}
