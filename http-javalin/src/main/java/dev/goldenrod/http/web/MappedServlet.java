package dev.goldenrod.http.web;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Allows a servlet whose routes begin at the root to be mapped to any path. */
final class MappedServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Servlet routes;

  MappedServlet(Servlet routes) {
    this.routes = routes;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    routes.service(request.getPathInfo() == null ? request : new Mapped(request), response);
  }

  /** A request whose context path includes the mapping of the servlet. */
  private static final class Mapped extends HttpServletRequestWrapper {
    Mapped(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getContextPath() {
      return super.getContextPath() + super.getServletPath();
    }

    @Override
    public String getServletPath() {
      return "";
    }
  }
}
