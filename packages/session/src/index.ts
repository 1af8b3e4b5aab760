export type {
  Extra,
  ImagePart,
  Message,
  OtherPart,
  Part,
  Role,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from './messages/message.js';
export type { ModelFunction, ModelPurpose, ModelRequest } from './model.js';
