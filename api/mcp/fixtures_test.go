package mcp_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The tools, resources and prompts that the official conformance suite calls by
// name. They are here and in no build: what is tested with them is the transport.

// onePixel is a PNG, silence a WAV without samples.
var (
	onePixel = mustBase64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	silence  = mustBase64("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=")
)

func mustBase64(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

const watched = "test://watched-resource"

func furnish(o *sdk.ServerOptions) {
	o.Capabilities.Logging = &sdk.LoggingCapabilities{}
	o.CompletionHandler = func(context.Context, *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
		return &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{Values: []string{}}}, nil
	}
	o.SubscribeHandler = func(_ context.Context, r *sdk.SubscribeRequest) error { return known(r.Params.URI) }
	o.UnsubscribeHandler = func(_ context.Context, r *sdk.UnsubscribeRequest) error { return known(r.Params.URI) }
}

func known(uri string) error {
	if uri != watched {
		return sdk.ResourceNotFoundError(uri)
	}
	return nil
}

// fixtures fills a server; text is what the tool test_simple_text gives.
func fixtures(text string) func(*sdk.Server) {
	return func(s *sdk.Server) {
		contents := map[string][]sdk.Content{
			"test_simple_text":            {words(text)},
			"test_image_content":          {&sdk.ImageContent{Data: onePixel, MIMEType: "image/png"}},
			"test_audio_content":          {&sdk.AudioContent{Data: silence, MIMEType: "audio/wav"}},
			"test_embedded_resource":      {embedded("test://embedded-resource")},
			"test_multiple_content_types": {words("Three kinds."), &sdk.ImageContent{Data: onePixel, MIMEType: "image/png"}, embedded("test://mixed-content-resource")},
		}
		for name, c := range contents {
			fixture(s, name, func(context.Context, *sdk.CallToolRequest, map[string]any) ([]sdk.Content, error) { return c, nil })
		}
		fixture(s, "test_error_handling", func(context.Context, *sdk.CallToolRequest, map[string]any) ([]sdk.Content, error) {
			return nil, errors.New("this tool fails on purpose")
		})
		fixture(s, "test_tool_with_logging", logging)
		fixture(s, "test_tool_with_progress", progress)
		fixture(s, "test_sampling", sampling)
		fixture(s, "test_elicitation", func(ctx context.Context, r *sdk.CallToolRequest, in map[string]any) ([]sdk.Content, error) {
			return elicit(ctx, r, fmt.Sprint(in["message"]), `{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}`)
		})
		fixture(s, "test_elicitation_sep1034_defaults", func(ctx context.Context, r *sdk.CallToolRequest, _ map[string]any) ([]sdk.Content, error) {
			return elicit(ctx, r, "Confirm the defaults", `{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},
				"score":{"type":"number","default":95.5},"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}}}`)
		})
		fixture(s, "test_elicitation_sep1330_enums", func(ctx context.Context, r *sdk.CallToolRequest, _ map[string]any) ([]sdk.Content, error) {
			const titled = `[{"const":"value1","title":"First"},{"const":"value2","title":"Second"},{"const":"value3","title":"Third"}]`
			return elicit(ctx, r, "Choose", `{"type":"object","properties":{"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
				"titledSingle":{"type":"string","oneOf":`+titled+`},"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["One","Two","Three"]},
				"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},"titledMulti":{"type":"array","items":{"anyOf":`+titled+`}}}}`)
		})
		fixture(s, "test_reconnection", func(_ context.Context, r *sdk.CallToolRequest, _ map[string]any) ([]sdk.Content, error) {
			if r.Extra == nil || r.Extra.CloseSSEStream == nil {
				return nil, errors.New("the stream cannot be closed")
			}
			r.Extra.CloseSSEStream(sdk.CloseSSEStreamArgs{}) // the answer is sent when the client comes back
			return []sdk.Content{words("Sent after the stream had ended.")}, nil
		})
		s.AddTool(&sdk.Tool{Name: "json_schema_2020_12_tool", Description: "A schema with words of 2020-12.", InputSchema: json.RawMessage(`{"$schema":"https://json-schema.org/draft/2020-12/schema",
			"type":"object","$defs":{"address":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
			"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"}},"additionalProperties":false}`)},
			func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				return &sdk.CallToolResult{Content: []sdk.Content{words("ok")}}, nil
			})
		resourceFixtures(s)
		promptFixtures(s)
	}
}

func words(s string) sdk.Content { return &sdk.TextContent{Text: s} }

func embedded(uri string) sdk.Content {
	return &sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "Embedded."}}
}

func fixture(s *sdk.Server, name string, f func(context.Context, *sdk.CallToolRequest, map[string]any) ([]sdk.Content, error)) {
	sdk.AddTool(s, &sdk.Tool{Name: name, Description: "Fixture " + name + "."},
		func(ctx context.Context, r *sdk.CallToolRequest, in map[string]any) (*sdk.CallToolResult, any, error) {
			c, err := f(ctx, r, in)
			return &sdk.CallToolResult{Content: c}, nil, err
		})
}

func logging(ctx context.Context, r *sdk.CallToolRequest, _ map[string]any) ([]sdk.Content, error) {
	for _, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
		if err := r.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "info", Data: text}); err != nil {
			return nil, err
		}
	}
	return []sdk.Content{words("logged")}, nil
}

func progress(ctx context.Context, r *sdk.CallToolRequest, _ map[string]any) ([]sdk.Content, error) {
	for _, done := range []float64{0, 50, 100} {
		if err := r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: done, Total: 100}); err != nil {
			return nil, err
		}
	}
	return []sdk.Content{words("done")}, nil
}

func sampling(ctx context.Context, r *sdk.CallToolRequest, in map[string]any) ([]sdk.Content, error) {
	res, err := r.Session.CreateMessage(ctx, &sdk.CreateMessageParams{MaxTokens: 100,
		Messages: []*sdk.SamplingMessage{{Role: "user", Content: words(fmt.Sprint(in["prompt"]))}}})
	if err != nil {
		return nil, err
	}
	text, _ := res.Content.(*sdk.TextContent)
	return []sdk.Content{words("LLM response: " + text.Text)}, nil
}

func elicit(ctx context.Context, r *sdk.CallToolRequest, message, schema string) ([]sdk.Content, error) {
	res, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)})
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(res.Content)
	return []sdk.Content{words("Elicitation completed: action=" + res.Action + ", content=" + string(content))}, err
}

func resourceFixtures(s *sdk.Server) {
	fixed := func(uri, mime, text string, blob []byte) {
		s.AddResource(&sdk.Resource{URI: uri, Name: strings.TrimPrefix(uri, "test://"), Description: "Fixture.", MIMEType: mime},
			func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: mime, Text: text, Blob: blob}}}, nil
			})
	}
	fixed("test://static-text", "text/plain", "This is the content of the static text resource.", nil)
	fixed("test://static-binary", "image/png", "", onePixel)
	fixed(watched, "text/plain", "Watched.", nil)
	s.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: "test://template/{id}/data", Name: "data", Description: "Fixture.", MIMEType: "application/json"},
		func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			id := strings.TrimSuffix(strings.TrimPrefix(r.Params.URI, "test://template/"), "/data")
			return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, Text: fmt.Sprintf(`{"id":%q,"templateTest":true,"data":"Data for ID: %s"}`, id, id)}}}, nil
		})
}

func promptFixtures(s *sdk.Server) {
	add := func(name string, args []*sdk.PromptArgument, content func(map[string]string) []sdk.Content) {
		s.AddPrompt(&sdk.Prompt{Name: name, Description: "Fixture " + name + ".", Arguments: args},
			func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
				res := &sdk.GetPromptResult{}
				for _, c := range content(r.Params.Arguments) {
					res.Messages = append(res.Messages, &sdk.PromptMessage{Role: "user", Content: c})
				}
				return res, nil
			})
	}
	arg := func(name string) *sdk.PromptArgument {
		return &sdk.PromptArgument{Name: name, Description: "Argument " + name, Required: true}
	}
	add("test_simple_prompt", nil, func(map[string]string) []sdk.Content { return []sdk.Content{words("A simple prompt.")} })
	add("test_prompt_with_arguments", []*sdk.PromptArgument{arg("arg1"), arg("arg2")}, func(in map[string]string) []sdk.Content {
		return []sdk.Content{words(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", in["arg1"], in["arg2"]))}
	})
	add("test_prompt_with_embedded_resource", []*sdk.PromptArgument{arg("resourceUri")}, func(in map[string]string) []sdk.Content {
		return []sdk.Content{embedded(in["resourceUri"]), words("Please process the embedded resource above.")}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []sdk.Content {
		return []sdk.Content{&sdk.ImageContent{Data: onePixel, MIMEType: "image/png"}, words("Please analyze the image above.")}
	})
}
