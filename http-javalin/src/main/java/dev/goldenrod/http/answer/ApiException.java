package dev.goldenrod.http.answer;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import java.util.Map;

/** A refusal that is already worded for the caller. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ApiResponse answer;

  private ApiException(ApiResponse answer, String text) {
    super(text, null, false, false);
    this.answer = answer;
  }

  /** A refusal with that status and that {@code error} text. */
  public static ApiException of(int status, String error) {
    return new ApiException(ApiResponse.of(status, Map.of("error", error)), error);
  }

  /** A 400 with that {@code error} text, whose details name the field and the problem. */
  public static ApiException invalid(String error, String field, String problem) {
    InvalidInput input = new InvalidInput(field, problem);
    return new ApiException(ErrorTable.invalid(error, input), error);
  }

  /** A refusal with that answer. */
  public static ApiException of(ApiResponse answer) {
    return new ApiException(answer, "status " + answer.status());
  }

  /** What the caller gets. */
  public ApiResponse answer() {
    return answer;
  }
}
