package dev.goldenrod.http.answer;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import java.util.Map;

/** An error with a complete response for the caller. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ApiResponse answer;

  private ApiException(ApiResponse answer, String text) {
    super(text, null, false, false);
    this.answer = answer;
  }

  /** Creates an error with the given status and {@code error} text. */
  public static ApiException of(int status, String error) {
    return new ApiException(ApiResponse.of(status, Map.of("error", error)), error);
  }

  /** Creates a 400 with the given {@code error} text and the field in its details. */
  public static ApiException invalid(String error, String field, String problem) {
    InvalidInput input = new InvalidInput(field, problem);
    return new ApiException(ErrorTable.invalid(error, input), error);
  }

  /** Creates an error with the given response. */
  public static ApiException of(ApiResponse answer) {
    return new ApiException(answer, "status " + answer.status());
  }

  /** Returns the response for the caller. */
  public ApiResponse answer() {
    return answer;
  }
}
